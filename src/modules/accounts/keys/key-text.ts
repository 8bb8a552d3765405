import { crc32 } from 'node:zlib';
import type { RandomBytes } from '../../../lib/ids.ts';
import type { Environment } from '../caller.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 62^43 is the first power of 62 above 2^256, 62^6 the first above 2^32. */
const SECRET_DIGITS = 43;
const SUM_DIGITS = 6;

const SECRET_BYTES = 32;
const BEYOND = 1n << BigInt(8 * SECRET_BYTES);

const PREFIXES: Readonly<Record<Environment, string>> = { production: 'inv_live_', sandbox: 'inv_test_' };

const FORM = /^(inv_(?:live|test)_)([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

function toBase62(value: bigint, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest /= 62n) text = DIGITS[Number(rest % 62n)]! + text;
  return text;
}

function fromBase62(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * 62n + BigInt(DIGITS.indexOf(digit));
  return value;
}

/** CRC-32 of the preceding text, which detects mistyped, truncated and invented keys without a lookup. */
const sumOf = (text: string): string => toBase62(BigInt(crc32(text)), SUM_DIGITS);

/** Parts of a key that may be shown later, so that its owner can identify it. */
type KeyHint = { readonly prefix: string; readonly last_four: string };

/** Creates the text of a key (contract, section 11): prefix, 32 random bytes and a checksum, both in base62. */
export function makeKeyText(environment: Environment, random: RandomBytes): string {
  const bytes = Buffer.from(random(SECRET_BYTES));
  const text = PREFIXES[environment] + toBase62(BigInt(`0x${bytes.toString('hex')}`), SECRET_DIGITS);
  return text + sumOf(text);
}

/** Environment of a key; null when its format or checksum is invalid. */
export function readKeyText(text: string): Environment | null {
  const [, prefix, secret, sum] = FORM.exec(text) ?? [];
  if (prefix === undefined || fromBase62(secret!) >= BEYOND || sumOf(prefix + secret!) !== sum) return null;
  return prefix === PREFIXES.production ? 'production' : 'sandbox';
}

/** Whether the text has the prefix of the environment's keys, valid or not. */
export const looksLikeKey = (text: string, environment: Environment): boolean =>
  text.toLowerCase().startsWith(PREFIXES[environment]);

export const hintOf = (text: string): KeyHint => ({ prefix: text.slice(0, 9), last_four: text.slice(-4) });
