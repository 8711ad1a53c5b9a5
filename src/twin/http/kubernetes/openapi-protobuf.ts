import type { OpenApiDocument, QueryParameter } from '../../api/kubernetes/openapi.ts';

/** A field of a message: its number, and text or the fields of a message inside. */
type Field = readonly [number: number, value: string | readonly Field[]];

/** The content type of the document as kubectl and client-go read it; they take no other. */
export const OPENAPI_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** The document as an openapi.v2.Document (https://github.com/google/gnostic-models/blob/main/openapiv2/OpenAPIv2.proto). */
export function encodeOpenApi({ swagger, info, paths }: OpenApiDocument): Buffer {
  const entries = Object.entries(paths).map(([path, { patch }]): Field => {
    const kind = patch['x-kubernetes-group-version-kind'];
    const extension = namedAny('x-kubernetes-group-version-kind', kind);
    const responses: Field = [
      9,
      [
        [
          1,
          [
            [1, '200'],
            [2, [[1, [[1, 'OK']]]]],
          ],
        ],
      ],
    ];
    return [
      2,
      [
        [1, path],
        [2, [[8, [...patch.parameters.map(parameter), responses, [13, extension]]]]],
      ],
    ];
  });
  return message([
    [1, swagger],
    [
      2,
      [
        [1, info.title],
        [2, info.version],
      ],
    ],
    [8, entries],
  ]);
}

const parameter = ({ name, in: place, type }: QueryParameter): Field => [
  8,
  // ParametersItem.parameter, Parameter.non_body_parameter, NonBodyParameter.query_parameter_sub_schema
  [
    [
      1,
      [
        [
          2,
          [
            [
              3,
              [
                [2, place],
                [4, name],
                [6, type],
              ],
            ],
          ],
        ],
      ],
    ],
  ],
];

/** An extension travels as YAML, of which JSON is a part. */
const namedAny = (name: string, value: unknown): readonly Field[] => [
  [1, name],
  [2, [[2, JSON.stringify(value)]]],
];

function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      const bytes = typeof value === 'string' ? Buffer.from(value) : message(value);
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

/** https://protobuf.dev/programming-guides/encoding/#varints */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}
