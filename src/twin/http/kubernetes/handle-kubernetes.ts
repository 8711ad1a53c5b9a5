import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace } from '../../api/face.ts';
import { type Incoming, type Reply, type Stream, toReply } from '../exchange.ts';
import { isAuthenticated, type TokenRules } from './bearer.ts';
import { encodeOpenApi, OPENAPI_PROTOBUF } from './openapi-protobuf.ts';
import { parseResourcePath } from './resource-path.ts';
import { answerObject, type Serving } from './resource-verbs.ts';
import { methodNotAllowed, unauthorized, unknownPath } from './status.ts';

// The fixed ids of the flow schema and priority level that real servers tell.
const HEADERS = {
  'cache-control': 'no-cache, private',
  'x-kubernetes-pf-flowschema-uid': '9f872c86-8c21-4c7b-b994-94fb9b984c59',
  'x-kubernetes-pf-prioritylevel-uid': '865a229d-653d-46d0-9c38-6f5cdb35e292',
};

/** The Kubernetes API of the twin: who asks, then what is asked for. Anonymous requests are refused, as with `--anonymous-auth=false`. */
export function handleKubernetes(serving: Serving, rules: TokenRules): (incoming: Incoming) => Reply | Stream {
  return (incoming) => {
    const reply = isAuthenticated(incoming.headers.authorization, rules)
      ? answer(serving, incoming)
      : toReply(unauthorized());
    return 'stream' in reply || isProxys(reply) ? reply : { ...reply, headers: { ...HEADERS, ...reply.headers } };
  };
}

// The headers of the API server are not on a page that a proxy gives in its place.
const isProxys = ({ headers }: Reply): boolean => headers['content-type'] === 'text/html';

function answer(serving: Serving, incoming: Incoming): Reply | Stream {
  const path = parseResourcePath(incoming.segments);
  if (path !== null) return answerObject(serving, path, incoming);
  if (incoming.method !== 'GET') return toReply(methodNotAllowed());
  const isOpenApi = incoming.segments.join('/') === 'openapi/v2';
  return isOpenApi ? openApi(serving.face, incoming) : toReply(answerFixedPath(serving.face, incoming.segments));
}

/** The document as JSON, or as the message that clients written in Go read. */
function openApi(face: KubernetesFace, incoming: Incoming): Reply | Stream {
  const answer = face.discover('/openapi/v2');
  const isMessage = answer.status === 200 && (incoming.headers.accept ?? '').includes('proto-openapi');
  if (!isMessage) return toReply(answer);
  return { status: 200, headers: { 'content-type': OPENAPI_PROTOBUF }, body: encodeOpenApi(answer.body as never) };
}

function answerFixedPath(face: KubernetesFace, segments: readonly string[]): WireAnswer {
  switch (segments[0]) {
    case 'version':
      return face.version();
    case 'healthz':
    case 'readyz':
    case 'livez':
      return { status: 200, body: 'ok' };
    case 'api':
    case 'apis':
      return face.discover(`/${segments.join('/')}`);
    default:
      return unknownPath();
  }
}
