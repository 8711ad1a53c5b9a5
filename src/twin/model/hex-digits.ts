/** Hexadecimal digits that follow from a text: the same for the same. */
export function hexDigits(text: string, length: number): string {
  let state = 0x811c9dc5;
  let out = '';
  for (let round = 0; out.length < length; round++) {
    for (const char of `${text}${round}`) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193) >>> 0;
    out += state.toString(16).padStart(8, '0');
  }
  return out.slice(0, length);
}
