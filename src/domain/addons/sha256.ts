/** SHA-256 of a text in UTF-8, in hex (FIPS 180-4, https://doi.org/10.6028/NIST.FIPS.180-4). A decision imports nothing, so it is here. */
export function sha256(text: string): string {
  const state = [...INITIAL];
  const blocks = padded(new TextEncoder().encode(text));
  for (let at = 0; at < blocks.byteLength; at += 64) compress(state, schedule(blocks, at));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of the square and cube roots of the first primes. */
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
}

function schedule(blocks: DataView, at: number): Int32Array {
  const words = new Int32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = blocks.getInt32(at + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [near, far] = [word(words, i - 2), word(words, i - 15)];
    const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = word(words, i - 16) + small + word(words, i - 7) + large;
  }
  return words;
}

function compress(state: number[], words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + word(ROUND, i) + word(words, i)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [i, it] of [a, b, c, d, e, f, g, h].entries()) state[i] = (word(state, i) + it) | 0;
}

const turn = (it: number, by: number): number => (it >>> by) | (it << (32 - by));
const word = (words: ArrayLike<number>, at: number): number => words[at] ?? 0;

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let it = 2; primes.length < count; it += 1) if (primes.every((prime) => it % prime !== 0)) primes.push(it);
  return primes;
}
