import { parse } from 'yaml';
import type { WireAnswer } from '../../api/answer.ts';
import { type Incoming, parseJson } from '../exchange.ts';
import { parseProtobuf } from './protobuf-body.ts';
import { failure } from './status.ts';

/** What a request carries, or how it is refused. */
export type RequestBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly answer: WireAnswer };

/** The body of a request as its content type says: JSON, YAML, or one of the few messages of protobuf that are read. */
export function readBody(incoming: Incoming): RequestBody {
  const value = parserOf(mediaType(incoming))(incoming);
  return value === undefined ? { kind: 'refused', answer: unreadable(incoming) } : { kind: 'read', value };
}

/** The content type without its parameters; empty when there is none. */
export const mediaType = ({ headers }: Incoming): string => (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';

function parserOf(type: string): (incoming: Incoming) => unknown {
  if (type === 'application/vnd.kubernetes.protobuf') return ({ bytes }) => parseProtobuf(bytes);
  return type === 'application/yaml' ? ({ text }) => parseYaml(text) : ({ text }) => parseJson(text);
}

function parseYaml(text: string): unknown {
  try {
    return parse(text) ?? {};
  } catch {
    return undefined;
  }
}

function unreadable(incoming: Incoming): WireAnswer {
  const type = mediaType(incoming);
  if (type === '' || type.includes('json'))
    return failure(400, 'BadRequest', 'the object provided is unrecognized (must be of type JSON)');
  if (type === 'application/yaml')
    return failure(400, 'BadRequest', 'the object provided is unrecognized (must be of type YAML)');
  return failure(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
  );
}
