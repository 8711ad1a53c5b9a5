import type { Message } from '#messages/message';
import { effectMemory } from '#steps/answer/effect-memory';
import type { InputOf, OutputOf, StepName, Steps } from '#steps/table';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';

const SLICE_MS = 50_000;

/** A twin of `ekstest` (changed as wished) on which steps are carried out in model time, slice after slice. */
export function carryOutOn(change: (scenario: Scenario) => Scenario = (it) => it) {
  const twin = openTwin(change(loadScenario('ekstest')));
  const messages: Message[] = [];
  const ports = { ...twin.ports, time: twin.time, notify: (message: Message) => void messages.push(message) };
  let tokens = 0;
  async function carryOut<Name extends StepName>(step: Steps[Name], input: InputOf<Name>): Promise<OutputOf<Name>> {
    const scheduledAt = twin.time.now();
    tokens += 1;
    const token = `token-${tokens}`;
    const remember = effectMemory();
    for (;;) {
      const slice = {
        token,
        scheduledAt,
        waits: () => {},
        end: twin.time.now() + SLICE_MS,
        signal: new AbortController().signal,
      };
      const whole = remember(slice, twin.time);
      const result = await (step as Steps['verify-cluster']).run(input as InputOf<'verify-cluster'>, ports, whole);
      if (result.kind === 'done') return result.output as unknown as OutputOf<Name>;
    }
  }
  const run = <Name extends StepName>(step: Steps[Name], input: InputOf<Name>) =>
    twin.time.run(carryOut<Name>(step, input));
  return { twin, messages, run };
}
