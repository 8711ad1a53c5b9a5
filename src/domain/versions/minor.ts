/** The minor of `1.21`, `v1.21.5-eks-bc4871b` or `1.21+` as a number (21); null when the text is no version. */
export function minorOf(version: string): number | null {
  const match = /^v?1\.(\d{1,3})(?=$|[.+-])/.exec(version);
  return match ? Number(match[1]) : null;
}

/** Whether both texts are versions of the same minor. */
export function sameMinor(a: string, b: string): boolean {
  const minor = minorOf(a);
  return minor !== null && minor === minorOf(b);
}
