import type { Plan } from '../plan.ts';
import { planAsJson, planAsYaml } from './json.ts';
import { planAsMarkdown } from './markdown.ts';
import { planAsText } from './text.ts';

const RENDERERS = { text: planAsText, json: planAsJson, yaml: planAsYaml, markdown: planAsMarkdown } as const;

/** The plan as `-o` asks for it; ends with a line break. */
export const renderPlan = (plan: Plan, output: keyof typeof RENDERERS): string => RENDERERS[output](plan);
