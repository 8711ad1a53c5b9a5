/** Which fields of a message are read: number → name and, for a message in it, its own fields; `[]` behind a name: repeated. */
interface Fields {
  readonly [number: number]: readonly [name: string, fields?: Fields];
}

const DELETE_OPTIONS: Fields = {
  1: ['gracePeriodSeconds'],
  2: ['preconditions', { 1: ['uid'], 2: ['resourceVersion'] }],
  4: ['propagationPolicy'],
  5: ['dryRun[]'],
};
const RESOURCE_ATTRIBUTES: Fields = {
  1: ['namespace'],
  2: ['verb'],
  3: ['group'],
  4: ['version'],
  5: ['resource'],
  6: ['subresource'],
  7: ['name'],
};

/**
 * The bodies that clients of the API send as protobuf and the twin plays: kubectl sends its access reviews so.
 * https://github.com/kubernetes/api/blob/v0.34.0/authorization/v1/generated.proto and policy/v1/generated.proto
 */
const KINDS: Readonly<Record<string, Fields>> = {
  SelfSubjectAccessReview: {
    2: [
      'spec',
      { 1: ['resourceAttributes', RESOURCE_ATTRIBUTES], 2: ['nonResourceAttributes', { 1: ['path'], 2: ['verb'] }] },
    ],
  },
  SelfSubjectRulesReview: { 2: ['spec', { 1: ['namespace'] }] },
  Eviction: { 1: ['metadata', { 1: ['name'], 3: ['namespace'] }], 2: ['deleteOptions', DELETE_OPTIONS] },
  DeleteOptions: DELETE_OPTIONS,
};

const MAGIC = Buffer.from('k8s\0');
const ENVELOPE: Fields = { 1: ['type', { 1: ['apiVersion'], 2: ['kind'] }] };

/** A protobuf body as the JSON it stands for; undefined when it is none, or of a kind that is not read. */
export function parseProtobuf(bytes: Buffer): unknown {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const envelope = bytes.subarray(MAGIC.length);
  const { type } = read(envelope, ENVELOPE) as { type?: { apiVersion?: string; kind?: string } };
  const fields = KINDS[type?.kind ?? ''];
  const raw = [...entries(envelope)].find((it) => it.number === 2)?.value;
  return fields === undefined || !Buffer.isBuffer(raw) ? undefined : { ...type, ...read(raw, fields) };
}

function read(bytes: Buffer, fields: Fields): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const { number, value } of entries(bytes)) {
    const [name, inner] = fields[number] ?? [];
    if (name === undefined) continue;
    const plain = Buffer.isBuffer(value) ? (inner === undefined ? value.toString('utf8') : read(value, inner)) : value;
    // Empty strings stand for what was not set.
    if (plain === '') continue;
    if (!name.endsWith('[]')) message[name] = plain;
    else message[name.slice(0, -2)] = [...((message[name.slice(0, -2)] as unknown[] | undefined) ?? []), plain];
  }
  return message;
}

/** Field numbers and values of a message: https://protobuf.dev/programming-guides/encoding/ */
function* entries(bytes: Buffer): Generator<{ readonly number: number; readonly value: Buffer | number }> {
  let at = 0;
  const varint = (): number => {
    let result = 0;
    for (let shift = 1; at < bytes.length; shift *= 128) {
      const byte = bytes[at++] as number;
      result += (byte & 0x7f) * shift;
      if (byte < 0x80) break;
    }
    return result;
  };
  while (at < bytes.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const length = LENGTHS[tag % 8]?.(varint);
    if (length === undefined) return;
    if (tag % 8 === 0) yield { number, value: length };
    else {
      yield { number, value: bytes.subarray(at, at + length) };
      at += length;
    }
  }
}

/** By wire type: a varint's own value, or how many bytes follow. */
const LENGTHS: Readonly<Record<number, (varint: () => number) => number>> = {
  0: (varint) => varint(),
  1: () => 8,
  2: (varint) => varint(),
  5: () => 4,
};
