import { expect, test } from 'vitest';
import type { OpenApiDocument } from '#twin/api/kubernetes/openapi';
import { encodeOpenApi } from '#twin/http/kubernetes/openapi-protobuf';
import { ekstestTwin } from '../../builders/ekstest.ts';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const BUDGET = '/apis/policy/v1beta1/namespaces/{namespace}/poddisruptionbudgets/{name}';

test('the document names the kinds of this server version, each with what a patch may carry', () => {
  const { body } = ekstestTwin().face.kubernetes.discover('/openapi/v2');
  const { paths } = body as OpenApiDocument;
  expect(paths[BUDGET]?.patch).toMatchObject({
    parameters: [{ name: 'dryRun', in: 'query' }],
    'x-kubernetes-group-version-kind': { group: 'policy', version: 'v1beta1', kind: 'PodDisruptionBudget' },
  });
  expect(Object.keys(paths)).toContain('/api/v1/nodes/{name}');
  expect(Object.keys(paths)).not.toContain(BUDGET.replace('v1beta1', 'v1'));
});

test('it comes as JSON, or as protobuf under a content type that Go can parse', async () => {
  const served = await serveForTest(ekstestTwin());
  const ask = (accept: string) =>
    rawRequest(`${served.kubernetesUrl}/openapi/v2`, {
      ca: served.caPem,
      headers: { authorization: `Bearer ${served.token}`, accept },
    });
  expect(JSON.parse((await ask('application/json')).text).swagger).toBe('2.0');
  const message = await ask('application/com.github.proto-openapi.spec.v2@v1.0+protobuf');
  expect(message.headers['content-type']).toBe('application/com.github.proto-openapi.spec.v2.v1.0+protobuf');
  expect(message.text).toContain(BUDGET);
});

test('lengths of more than 127 bytes take two', () => {
  const title = 'x'.repeat(300);
  const bytes = encodeOpenApi({ swagger: '2.0', info: { title, version: 'v' }, paths: {}, definitions: {} });
  // Field 1 "2.0"; field 2 with 306 bytes; in it field 1 with 300 bytes.
  expect([...bytes.subarray(0, 11)]).toEqual([0x0a, 3, 0x32, 0x2e, 0x30, 0x12, 0xb2, 0x02, 0x0a, 0xac, 0x02]);
});
