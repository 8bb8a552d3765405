import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';

/** Control characters in a name could forge lines of logs and reports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: their range, as every language writes it; \P{Cc} is not known to all
export const NO_CONTROLS = /^[^\x00-\x1f\x7f-\x9f]*$/;

/** SHA-256 digest in hex. */
export const HEX_DIGEST = /^[0-9a-f]{64}$/;

export const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** Printable ASCII text without surrounding spaces, valid in an HTTP header. */
export const PRINTABLE_ASCII = /^[\x21-\x7e]([\x20-\x7e]{0,1998}[\x21-\x7e])?$/;

/** HTTP(S) URL without user name and password, which would be stored, logged and displayed with it. */
export const WEB_ADDRESS = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s@/?#\\]+([/?#]\S*)?$/;

/** Month with a four-digit year (ISO 8601). */
export const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

/** Seed of a random sample. */
export const SEED = /^[\w-]{1,64}$/;

const DECIMAL = text('text-pattern.decimal');

/** Descriptions of all patterns in the contract, from all modules. */
const NAMES: ReadonlyMap<string, Text> = new Map([
  [String(NO_CONTROLS), text('text-pattern.no-controls')],
  [String(VISIBLE_ASCII), text('text-pattern.visible-ascii')],
  [String(PRINTABLE_ASCII), text('text-pattern.printable-ascii')],
  [String(WEB_ADDRESS), text('text-pattern.web-address')],
  [String(HEX_DIGEST), text('text-pattern.hex-digest')],
  [String(MONTH), text('text-pattern.month')],
  [String(SEED), text('text-pattern.seed')],
  [String.raw`/^-?\d{1,12}(\.\d{1,10})?$/`, DECIMAL],
  [String.raw`/^\d{1,12}(\.\d{1,10})?%?$/`, text('text-pattern.decimal-or-percentage', { decimal: DECIMAL })],
  [String.raw`/^\d{1,12}(\.\d{1,2})?$/`, text('text-pattern.amount')],
  [String.raw`/^-?\d{1,9}(\.\d{1,2})?$/`, text('text-pattern.amount')],
  [String.raw`/^\d{1,2}(\.\d{1,2})?$/`, text('text-pattern.percentage')],
  [String.raw`/^\d{1,9}(\.\d{1,10})?$/`, text('text-pattern.positive')],
  [String.raw`/^[^\s@]+@[^\s@]+$/`, text('text-pattern.e-mail')],
  ['/^[A-Z]{2}$/', text('text-pattern.country')],
  [String.raw`/^(?:\d{4}|[A-Z]{2})$/`, text('text-pattern.scheme')],
  ['/^[A-Z]{3}$/', text('text-pattern.currency')],
  [String.raw`/^\d{4}:\S{1,100}$/`, text('text-pattern.participant')],
  [String.raw`/^\/[^\s?#{}]*\{id\}[^\s#]*$/`, text('text-pattern.status-path')],
  [String.raw`/^\/[^\s#]*$/`, text('text-pattern.path')],
  ['/^[A-Za-z0-9-]{1,100}$/', text('text-pattern.header-name')],
  [String.raw`/^[\w-]+(\.[\w-]+)*$/`, text('text-pattern.json-path')],
  [String.raw`/^[\w-]{1,100}$/`, text('text-pattern.field-name')],
  ['/^[a-z0-9][a-z0-9_-]{0,62}$/', text('text-pattern.folder-name')],
  [String.raw`/^0242:\d{6}(-[A-Za-z0-9_]{3,12})?(\.[A-Za-z0-9\-._~]{3,24})?$/`, text('text-pattern.service-provider')],
]);

/**
 * Describes the texts that a pattern matches, because error messages do not show regular expressions. Null for an
 * unknown pattern.
 */
export const namePattern = (pattern: string): Text | null => NAMES.get(pattern) ?? null;
