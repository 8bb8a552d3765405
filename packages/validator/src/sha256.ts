/** SHA-256 of bytes, or of a text in UTF-8; lowercase hex. */
export type Sha256 = (content: Uint8Array | string) => string;

/** The first 32 bits of the fractional part of a root of a prime (FIPS 180-4, 4.2.2 and 5.3.3). */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

const PRIMES = firstPrimes(64);
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * Pure implementation (FIPS 180-4, 6.2), used when no faster one is provided: browsers offer only an asynchronous
 * one, and only over HTTPS.
 */
export const sha256: Sha256 = (content) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const state = START.slice();
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += 64) addBlock(state, view, at);
  const rest = new DataView(new ArrayBuffer(bytes.length - whole < 56 ? 64 : 128));
  for (let at = whole; at < bytes.length; at++) rest.setUint8(at - whole, bytes[at]!);
  rest.setUint8(bytes.length - whole, 0x80);
  rest.setBigUint64(rest.byteLength - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < rest.byteLength; at += 64) addBlock(state, rest, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
};

const words = new Int32Array(64);

function addBlock(state: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + small0 + words[i - 7]! + small1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word;
}
