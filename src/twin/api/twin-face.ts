import type { BudgetMembers } from '../controllers/budget-members.ts';
import type { World } from '../model/world.ts';
import type { Perform } from './call.ts';
import { ec2Face } from './ec2-face.ts';
import { eksFace } from './eks/eks-face.ts';
import type { TwinFace } from './face.ts';
import { kubernetesFace } from './kubernetes/kubernetes-face.ts';
import { stsFace } from './sts-face.ts';

/** A face of the world whose calls go through `perform`: there is one for whoever uses the twin, and one for somebody else. */
export const twinFace = (world: World, members: BudgetMembers, perform: Perform): TwinFace => ({
  kubernetes: kubernetesFace(world, members, perform),
  eks: eksFace(world, perform),
  ec2: ec2Face(world, perform),
  sts: stsFace(world, perform),
});
