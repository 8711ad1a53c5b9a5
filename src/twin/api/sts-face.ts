import type { World } from '../model/world.ts';
import type { Perform } from './call.ts';
import type { StsFace } from './face.ts';

/** The STS side of the face: who calls. The journal has it as `sts:GetCallerIdentity`. */
export const stsFace = (world: World, perform: Perform): StsFace => ({
  getCallerIdentity: () =>
    perform({ operation: 'sts:GetCallerIdentity', kind: 'read', parameters: {} }, () => {
      const account = world.eks.cluster.arn.split(':')[4] ?? '';
      return {
        status: 200,
        body: { Arn: `arn:aws:iam::${account}:user/operator`, UserId: 'AIDATWINOPERATOR', Account: account },
      };
    }),
});
