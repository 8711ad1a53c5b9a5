import http from 'node:http';
import type { StartLine } from './started-twin.ts';

interface Present {
  readonly now: number;
}

export interface HeldTime {
  /** Resolves when the instant has come; until `leave` time stands still then, as for somebody who is typing. */
  readonly reached: Promise<void>;
  readonly leave: () => void;
}

/** Takes part in the twin's time as a second person: waits `ms` from now, then holds time until they leave. */
export async function holdTime(twin: StartLine, ms: number): Promise<HeldTime> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { now } = await ask(twin, agent, 'GET', 'now');
  const until = now + ms;
  return { reached: waited(twin, agent, until), leave: () => agent.destroy() };
}

async function waited(twin: StartLine, agent: http.Agent, until: number): Promise<void> {
  for (;;) {
    const { now } = await ask(twin, agent, 'POST', 'clock', { runner: 'operator', until, seen: null });
    if (now >= until) return;
  }
}

function ask(twin: StartLine, agent: http.Agent, method: string, path: string, body?: object): Promise<Present> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${twin.controlToken}` };
    const request = http.request(`${twin.controlUrl}/${path}`, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve(JSON.parse(text) as Present));
    });
    request.on('error', reject);
    request.end(body && JSON.stringify(body));
  });
}
