import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A TCP port that a process listens on. */
export interface ListeningPort {
  readonly pid: number;
  /** In full: `127.0.0.1`, `0.0.0.0`, `0:0:0:0:0:0:0:1`. */
  readonly address: string;
  readonly port: number;
}

const LISTENS = '0A';

/** The TCP ports that these processes listen on; https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt. */
export function listeningPorts(pids: readonly number[]): readonly ListeningPort[] {
  const sockets = new Map([...socketsIn('/proc/net/tcp'), ...socketsIn('/proc/net/tcp6')]);
  return pids.flatMap((pid) =>
    socketsOf(pid).flatMap((inode) => {
      const socket = sockets.get(inode);
      return socket === undefined ? [] : [{ pid, ...socket }];
    }),
  );
}

/** Whether nobody on another machine can reach it. */
export const isLoopback = ({ address }: ListeningPort): boolean =>
  address.startsWith('127.') || address === '0:0:0:0:0:0:0:1' || address.startsWith('0:0:0:0:0:ffff:7f');

type Socket = Omit<ListeningPort, 'pid'>;

function socketsIn(table: string): readonly (readonly [inode: string, Socket])[] {
  const lines = textOf(table).split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    return state === LISTENS ? [[inode, { address: readable(address), port: Number.parseInt(port, 16) }] as const] : [];
  });
}

/** The kernel prints words of four bytes in the order of the machine, which is the little-endian one. */
function readable(hex: string): string {
  const bytes = hex.match(/.{8}/g)?.flatMap((word) => (word.match(/../g) ?? []).reverse()) ?? [];
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join('.');
  const groups = bytes.join('').match(/.{4}/g) ?? [];
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}

/** Inodes of the sockets that a process holds. */
function socketsOf(pid: number): readonly string[] {
  try {
    const names = readdirSync(`/proc/${pid}/fd`);
    return names.flatMap((name) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`))?.[1] ?? []);
  } catch {
    // It has ended.
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** A kernel without IPv6 has no tcp6. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
