import type { Handle, Incoming, Reply } from '../exchange.ts';
import { json, parseJson } from '../exchange.ts';
import { bearer, sameText } from '../kubernetes/bearer.ts';
import type { ServedTwin } from '../served-twin.ts';
import type { Consent, ConsentClock, Present } from './consent.ts';
import type { WallTime } from './follow-wall.ts';
import { happen, mend } from './handle-faults.ts';
import { type Holding, hold, release } from './handle-hold.ts';

/** What the control endpoints act on; one of the two clocks, chosen when the server starts. */
export interface Control {
  readonly twin: ServedTwin;
  readonly token: string;
  readonly clock:
    | { readonly kind: 'consent'; readonly consent: ConsentClock }
    | { readonly kind: 'wall'; readonly wall: WallTime };
  readonly present: () => Present;
  readonly holding: Holding;
}

/**
 * `/twin/…`, only for whoever has the control token:
 * `GET now`, `GET journal` and `GET breaches` tell; `POST move {to}` moves time for tests;
 * `POST clock {runner, until, seen}` lets time pass by consent and answers `{now, resourceVersion}`. The runner goes on when
 * its watches have seen that resourceVersion; it keeps its connection alive, because its end counts as the end of the runner.
 * `POST mend` and `POST happen` steer what goes wrong;
 * `POST leave` lets time go on without those who take part now; `GET requests`, `POST hold` and `POST release`: docs/twin.md.
 */
export function handleControl(control: Control): Handle {
  const leaveOnce = leaving(control);
  return (incoming) => {
    if (!sameText(bearer(incoming.headers.authorization) ?? '', control.token)) {
      return json(401, { message: 'the control token is missing or wrong' });
    }
    switch (`${incoming.method} /${incoming.segments.join('/')}`) {
      case 'GET /twin/now':
        return json(200, control.present());
      case 'GET /twin/journal':
        return json(200, control.twin.journal.entries());
      case 'GET /twin/breaches':
        return json(200, control.twin.breaches?.() ?? []);
      case 'POST /twin/move':
        return move(control, parseJson(incoming.text));
      case 'POST /twin/clock':
        return wait(control, incoming, leaveOnce);
      case 'POST /twin/leave':
        return leave(control);
      case 'GET /twin/requests':
        return json(200, control.holding.counts());
      case 'POST /twin/hold':
        return hold(control.holding, incoming);
      case 'POST /twin/release':
        return release(control.holding, incoming);
      case 'POST /twin/mend':
        return control.twin.faults ? mend(control.twin.faults, toldAll(control)) : json(404, NO_FAULTS);
      case 'POST /twin/happen':
        return control.twin.faults ? happen(control.twin.faults, incoming, toldAll(control)) : json(404, NO_FAULTS);
      default:
        return json(404, { message: 'no such control endpoint' });
    }
  };
}

const NO_FAULTS = { message: 'nothing goes wrong with this twin' };

/** The present, told to whoever waits: what has just happened may be what they wait for. */
const toldAll =
  ({ twin, clock, present }: Control) =>
  (): Present =>
    clock.kind === 'consent' ? clock.consent.moveTo(twin.time.now()) : present();

function move({ clock, present }: Control, body: unknown): Reply {
  const { to } = (body ?? {}) as { to?: unknown };
  if (typeof to !== 'number' || !Number.isFinite(to)) return json(400, { message: '"to" has to be an instant in ms' });
  if (clock.kind === 'consent') clock.consent.moveTo(to);
  else clock.wall.moveTo(to);
  return json(200, present());
}

function leave({ clock, present }: Control): Reply {
  if (clock.kind === 'consent') clock.consent.leaveAll();
  return json(200, present());
}

async function wait({ clock }: Control, incoming: Incoming, leaveOnce: LeaveOnce): Promise<Reply> {
  if (clock.kind === 'wall') return json(409, { message: 'this twin follows the wall clock' });
  const consent = consentOf(parseJson(incoming.text));
  if (consent === null)
    return json(400, { message: 'wanted: {"until": ms, "seen": resourceVersion or null, "runner": text}' });
  leaveOnce(incoming, consent.runner);
  return json(200, await clock.consent.wait(consent));
}

function consentOf(body: unknown): Consent | null {
  const { until, seen = null, runner = '' } = (body ?? {}) as Partial<Record<keyof Consent, unknown>>;
  if (typeof until !== 'number' || typeof runner !== 'string') return null;
  if (seen !== null && !/^\d+$/.test(String(seen))) return null;
  return { until, runner, seen: seen === null ? null : String(seen) };
}

type LeaveOnce = (incoming: Incoming, runner: string) => void;

/** A runner leaves when the connection ends over which it asked last. */
function leaving({ clock }: Control): LeaveOnce {
  const lastAskedOver = new Map<string, Incoming['socket']>();
  return ({ socket }, runner) => {
    if (lastAskedOver.get(runner) === socket) return;
    lastAskedOver.set(runner, socket);
    socket.once('close', () => {
      if (lastAskedOver.get(runner) !== socket) return;
      lastAskedOver.delete(runner);
      if (clock.kind === 'consent') clock.consent.leave(runner);
    });
  };
}
