import type { Plan } from '#plan/plan';
import type { Output } from '../option-values.ts';

/** A plan in the format that was asked for. */
export async function formatPlan(plan: Plan, output: Output): Promise<string> {
  switch (output) {
    case 'json':
      return (await import('#plan/render/json')).planAsJson(plan);
    case 'yaml':
      return (await import('#plan/render/json')).planAsYaml(plan);
    case 'markdown':
      return (await import('#plan/render/markdown')).planAsMarkdown(plan);
    case 'text':
      return (await import('#plan/render/text')).planAsText(plan);
  }
}
