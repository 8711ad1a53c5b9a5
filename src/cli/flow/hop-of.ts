import type { RunHeader } from '#engine/record';

/** The versions that a run goes from and to, as its procedure was given them. */
export const hopOf = ({ input }: RunHeader): { readonly from: string; readonly to: string } =>
  input as { from: string; to: string };
