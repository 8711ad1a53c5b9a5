/** How long the pods of both sides take, ms: evictions in one go are over before the first pod has stopped or started. */
export const TIMES = { podStart: 700, podReady: 200, podStop: 1_200 } as const;
