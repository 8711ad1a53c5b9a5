import type { BudgetMembers } from '../controllers/budget-members.ts';
import type { World } from '../model/world.ts';
import type { Access } from '../scenario/access-schema.ts';
import type { Perform } from './call.ts';
import { ec2Face } from './ec2-face.ts';
import { eksFace } from './eks/eks-face.ts';
import type { TwinFace } from './face.ts';
import { kubernetesFace } from './kubernetes/kubernetes-face.ts';
import { stsFace } from './sts-face.ts';

/**
 * A face of the world whose calls go through `perform`: there is one for whoever uses the twin, and one for somebody else.
 * `access`: what may be done through it.
 */
export const twinFace = (world: World, members: BudgetMembers, perform: Perform, access: () => Access): TwinFace => ({
  kubernetes: kubernetesFace(world, members, perform, access),
  eks: eksFace(world, perform, access),
  ec2: ec2Face(world, perform, access),
  sts: stsFace(world, perform),
});
