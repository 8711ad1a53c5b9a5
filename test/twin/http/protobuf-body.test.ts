import { describe, expect, it } from 'vitest';
import { parseProtobuf } from '#twin/http/kubernetes/protobuf-body';

/** A length-delimited field. */
const field = (number: number, value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
};
const varint = (number: number, ...bytes: number[]): Buffer => Buffer.from([number * 8, ...bytes]);
const message = (...fields: Buffer[]): Buffer => Buffer.concat(fields);

/** The envelope that client-go puts around a body. */
const enveloped = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
  message(
    Buffer.from('k8s\0'),
    field(1, message(field(1, apiVersion), field(2, kind))),
    field(2, raw),
    field(3, ''),
    field(4, ''),
  );

describe('a protobuf body', () => {
  it('of an access review is read as kubectl sends it', () => {
    const attributes = message(
      field(1, 'shop'),
      field(2, 'create'),
      field(3, ''),
      field(5, 'pods'),
      field(6, 'eviction'),
    );
    const raw = message(field(1, field(1, '')), field(2, field(1, attributes)), field(3, varint(1, 0)));
    expect(parseProtobuf(enveloped('authorization.k8s.io/v1', 'SelfSubjectAccessReview', raw))).toEqual({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: { namespace: 'shop', verb: 'create', resource: 'pods', subresource: 'eviction' } },
    });
  });

  it('of an eviction keeps name, precondition and grace', () => {
    const options = message(varint(1, 0xac, 0x02), field(2, field(1, 'uid-1')), field(5, 'All'));
    const raw = message(field(1, message(field(1, 'web-0'), field(3, 'shop'))), field(2, options));
    expect(parseProtobuf(enveloped('policy/v1', 'Eviction', raw))).toEqual({
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'web-0', namespace: 'shop' },
      deleteOptions: { gracePeriodSeconds: 300, preconditions: { uid: 'uid-1' }, dryRun: ['All'] },
    });
  });

  it('of another kind is not read', () => {
    expect(parseProtobuf(enveloped('v1', 'Namespace', Buffer.alloc(0)))).toBeUndefined();
  });

  it.each(['', '{}', 'k8s\0', 'k8s\0\x0a\xff'])('is not %j', (text) => {
    expect(parseProtobuf(Buffer.from(text, 'latin1'))).toBeUndefined();
  });
});
