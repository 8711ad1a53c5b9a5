import { z } from 'zod';

const text = z.string().min(1);

const clientSchema = z.strictObject({ userAgent: text, requests: z.int().min(1) });

/** A use of an API that a version no longer serves. */
const deprecationSchema = z.strictObject({
  /** `/apis/storage.k8s.io/v1beta1/volumeattributesclasses` */
  usage: text,
  replacedWith: text,
  stopServingVersion: text,
  clients: z.array(clientSchema).default([]),
});

/** An upgrade insight in the words of the port `Eks`, with the version that it is about. */
export const insightSchema = z.strictObject({
  id: text,
  name: text,
  kubernetesVersion: text,
  status: z.enum(['PASSING', 'WARNING', 'ERROR', 'UNKNOWN']),
  reason: z.string().default(''),
  recommendation: z.string().default(''),
  resources: z.array(text).default([]),
  deprecations: z.array(deprecationSchema).default([]),
});

export type ScenarioInsight = z.output<typeof insightSchema>;
