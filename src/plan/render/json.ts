import { stringify } from 'yaml';
import type { Plan } from '../plan.ts';

/** The plan for programs; the same facts give the same bytes. */
export const planAsJson = (plan: Plan): string => `${JSON.stringify(plan, null, 2)}\n`;

/** The same data as YAML. */
export const planAsYaml = (plan: Plan): string => stringify(plan, { lineWidth: 0, aliasDuplicateObjects: false });
