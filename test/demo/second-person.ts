import http from 'node:http';
import type { StartLine } from './started-twin.ts';

interface Present {
  readonly now: number;
}

export interface SecondPerson {
  /** Takes part from now on: to be called once somebody else does, since time moves as soon as all who take part wait. */
  readonly begin: () => void;
  /** Their instant has come. Until `leave` time stands still, as for somebody who is typing. */
  readonly turn: Promise<void>;
  readonly leave: () => void;
}

/** Somebody who waits until `ms` after this call in the twin's time, then holds it. */
export async function secondPerson(twin: StartLine, ms: number): Promise<SecondPerson> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const { now } = await ask(twin, agent, 'GET', 'now');
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { begin, turn: begun.then(() => waited(twin, agent, now + ms)), leave: () => agent.destroy() };
}

async function waited(twin: StartLine, agent: http.Agent, until: number): Promise<void> {
  for (;;) {
    const { now } = await ask(twin, agent, 'POST', 'clock', { runner: 'second person', until, seen: null });
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
