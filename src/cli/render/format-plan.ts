import type { Plan } from '#plan/plan';
import type { Output } from '../option-values.ts';
import { withRegion } from './with-region.ts';

/** A plan in the format that was asked for; commands for people name the region, where it is known. */
export async function formatPlan(plan: Plan, output: Output, region?: string): Promise<string> {
  switch (output) {
    case 'json':
      return (await import('#plan/render/json')).planAsJson(plan);
    case 'yaml':
      return (await import('#plan/render/json')).planAsYaml(plan);
    case 'markdown':
      return withRegion((await import('#plan/render/markdown')).planAsMarkdown(plan), region);
    default:
      return withRegion((await import('#plan/render/text')).planAsText(plan), region);
  }
}
