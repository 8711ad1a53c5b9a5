import { join } from 'node:path';
import type { EtcdBinary } from '../binaries/etcd-binary.ts';
import type { Program } from './program.ts';

/** Port for the API server and the one for other members, which there are none of. */
export interface EtcdPorts {
  readonly client: number;
  readonly peer: number;
}

/** etcd with its data in `folder`. */
export function etcdProgram(etcd: EtcdBinary, folder: string, { client, peer }: EtcdPorts): Program {
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const words = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const flags = Object.entries(words).map(([name, value]) => `--${name}=${value}`);
  return { name: 'etcd', path: etcd.path, words: [...flags, ...etcd.flags] };
}
