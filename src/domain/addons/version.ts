/** An EKS add-on version: `v1.8.4-eksbuild.1`, in numbers. */
export interface AddonRelease {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** The number after `eksbuild.`; 0 when there is none. */
  readonly build: number;
}

/** Null when the text is no such version. */
export function parseAddonVersion(text: string): AddonRelease | null {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(?:-eksbuild\.(\d+))?$/.exec(text);
  if (!match) return null;
  const [, major, minor, patch, build] = match;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), build: Number(build ?? 0) };
}

/** Negative when `a` is older, 0 when they are the same; null when one of them cannot be read. */
export function compareAddonVersions(a: string, b: string): number | null {
  const left = parseAddonVersion(a);
  const right = parseAddonVersion(b);
  if (!left || !right) return null;
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch || left.build - right.build;
}
