import type { RemovedApi, RemovedKind } from '#domain/preflight/removed-apis';
import { type Answer, value } from '#ports/answer';
import type { Kubernetes } from '#ports/kubernetes';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';

/** Of the APIs that the target no longer serves those that this server does, with the objects of their kinds. */
export async function askRemovedKinds(
  kubernetes: Kubernetes,
  removed: readonly RemovedApi[],
): Promise<Answer<readonly RemovedKind[]>> {
  const answer = await mapAnswers(removed, (it) => askApi(kubernetes, it));
  return thenAsk(answer, (kinds) => value(kinds.flat()));
}

async function askApi(
  kubernetes: Kubernetes,
  { api, kinds, instead }: RemovedApi,
): Promise<Answer<readonly RemovedKind[]>> {
  return thenAsk(await kubernetes.listKinds(api), async (served) => {
    const wanted = served.filter(({ kind }) => kinds.includes(kind));
    if (wanted.length === 0) return value([]);
    return thenAsk(await kubernetes.listKinds(instead), (others) =>
      mapAnswers(wanted, async ({ kind, resource }) => {
        // Asked for by the removed API, the list itself would count as a use of it.
        const apiVersion = others.some((it) => it.kind === kind) ? instead : api;
        return thenAsk(await kubernetes.listWritten({ apiVersion, resource }), (objects) =>
          value({ api, kind, instead, objects }),
        );
      }),
    );
  });
}
