import https from 'node:https';
import type { StartLine } from './started-twin.ts';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

interface Table {
  readonly columnDefinitions: readonly { readonly name: string; readonly priority: number }[];
  readonly rows: readonly {
    readonly cells: readonly unknown[];
    readonly object: { readonly metadata: { readonly namespace?: string } };
  }[];
}

/** GET as JSON, straight from the twin's Kubernetes API. */
export function kubernetesGet<T>(twin: StartLine, path: string, accept = 'application/json'): Promise<T> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${twin.token}`, accept };
    https
      .get(`${twin.kubernetesUrl}${path}`, { ca: twin.caPem, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')) as T));
      })
      .on('error', reject);
  });
}

/** What `kubectl get <resource> -A -o wide` prints: the server's own table, without the columns nobody needs here. */
export async function kubernetesTable(twin: StartLine, path: string, columns: readonly string[]): Promise<string> {
  const { columnDefinitions, rows } = await kubernetesGet<Table>(twin, path, TABLE);
  const at = columns.map((name) => columnDefinitions.findIndex((column) => column.name === name));
  const namespaced = rows.some(({ object }) => object.metadata.namespace !== undefined);
  const head = [...(namespaced ? ['NAMESPACE'] : []), ...columns.map((name) => name.toUpperCase())];
  const lines = rows.map(({ cells, object }) => [
    ...(namespaced ? [object.metadata.namespace ?? ''] : []),
    ...at.map((index) => String(cells[index] ?? '<none>')),
  ]);
  return aligned([head, ...lines]);
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
