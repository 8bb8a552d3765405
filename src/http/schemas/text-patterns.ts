import type { Text } from '@e-invoice/validator/issues';

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

const DECIMAL = {
  sk: 'číslo s desatinnou bodkou, najviac 12 číslic pred ňou a 10 za ňou, napríklad 1234.50',
  en: 'a number with a decimal point, at most 12 digits before it and 10 after it, such as 1234.50',
};

/** Descriptions of all patterns in the contract, from all modules. */
const NAMES: ReadonlyMap<string, Text> = new Map([
  [String(NO_CONTROLS), { sk: 'text bez riadiacich znakov', en: 'a text without control characters' }],
  [String(VISIBLE_ASCII), { sk: '1 až 255 viditeľných znakov ASCII', en: '1 to 255 visible ASCII characters' }],
  [
    String(PRINTABLE_ASCII),
    { sk: 'znaky ASCII bez medzier na začiatku a na konci', en: 'ASCII characters without spaces at the ends' },
  ],
  [
    String(WEB_ADDRESS),
    { sk: 'adresa http alebo https bez mena a hesla', en: 'an http or https address without a name and password' },
  ],
  [String(HEX_DIGEST), { sk: '64 malých šestnástkových číslic', en: '64 lowercase hexadecimal digits' }],
  [String(MONTH), { sk: 'mesiac v tvare RRRR-MM', en: 'a month in the format YYYY-MM' }],
  [
    String(SEED),
    {
      sk: '1 až 64 písmen bez diakritiky, číslic, podčiarkovníkov a spojovníkov',
      en: '1 to 64 letters without accents, digits, underscores and hyphens',
    },
  ],
  [String.raw`/^-?\d{1,12}(\.\d{1,10})?$/`, DECIMAL],
  [
    String.raw`/^\d{1,12}(\.\d{1,10})?%?$/`,
    { sk: `${DECIMAL.sk}, alebo percento, napríklad 10%`, en: `${DECIMAL.en}, or a percentage such as 10%` },
  ],
  [
    String.raw`/^\d{1,12}(\.\d{1,2})?$/`,
    {
      sk: 'suma s desatinnou bodkou, najviac s dvoma desatinnými miestami, napríklad 100.00',
      en: 'an amount with a decimal point and at most two decimals, such as 100.00',
    },
  ],
  [
    String.raw`/^\d{1,2}(\.\d{1,2})?$/`,
    { sk: 'percento od 0 do 99.99, napríklad 23', en: 'a percentage from 0 to 99.99, such as 23' },
  ],
  [
    String.raw`/^\d{1,9}(\.\d{1,10})?$/`,
    {
      sk: 'kladné číslo s desatinnou bodkou, napríklad 25.125',
      en: 'a positive number with a decimal point, such as 25.125',
    },
  ],
  [
    String.raw`/^[^\s@]+@[^\s@]+$/`,
    { sk: 'e-mailová adresa, napríklad meno@example.com', en: 'an e-mail address, such as name@example.com' },
  ],
  [
    '/^[A-Z]{2}$/',
    {
      sk: 'dvojpísmenový kód krajiny (ISO 3166-1), napríklad SK',
      en: 'a two-letter country code (ISO 3166-1), such as SK',
    },
  ],
  [
    String.raw`/^(?:\d{4}|[A-Z]{2})$/`,
    {
      sk: 'kód schémy zo zoznamu EAS, napríklad 0007 alebo EM',
      en: 'a scheme code from the EAS list, such as 0007 or EM',
    },
  ],
  [
    '/^[A-Z]{3}$/',
    {
      sk: 'trojpísmenový kód meny (ISO 4217), napríklad EUR',
      en: 'a three-letter currency code (ISO 4217), such as EUR',
    },
  ],
  [
    String.raw`/^\d{4}:\S{1,100}$/`,
    {
      sk: 'identifikátor účastníka siete Peppol so schémou, napríklad 0245:2020317068',
      en: 'a Peppol participant identifier with its scheme, such as 0245:2020317068',
    },
  ],
  [
    String.raw`/^\/[^\s?#{}]*\{id\}[^\s#]*$/`,
    {
      sk: 'cesta, v ktorej {id} zastupuje identifikátor odoslania, napríklad /documents/{id}/status',
      en: 'a path with {id} in place of the submission id, such as /documents/{id}/status',
    },
  ],
  [
    String.raw`/^\/[^\s#]*$/`,
    { sk: 'cesta, ktorá sa začína lomkou, bez medzier', en: 'a path that begins with a slash and has no spaces' },
  ],
  [
    '/^[A-Za-z0-9-]{1,100}$/',
    { sk: 'názov hlavičky HTTP, napríklad X-API-Key', en: 'the name of an HTTP header, such as X-API-Key' },
  ],
  [
    String.raw`/^[\w-]+(\.[\w-]+)*$/`,
    {
      sk: 'cesta k údaju v JSON s bodkami, napríklad data.id',
      en: 'the dotted path of a JSON field, such as data.id',
    },
  ],
  [
    String.raw`/^[\w-]{1,100}$/`,
    { sk: 'názov údaja z písmen, číslic, _ a -', en: 'a field name of letters, digits, _ and -' },
  ],
  [
    '/^[a-z0-9][a-z0-9_-]{0,62}$/',
    {
      sk: 'názov priečinka z malých písmen, číslic, _ a -',
      en: 'a folder name of lowercase letters, digits, _ and -',
    },
  ],
  [
    String.raw`/^0242:\d{6}(-[A-Za-z0-9_]{3,12})?(\.[A-Za-z0-9\-._~]{3,24})?$/`,
    {
      sk: 'identifikátor poskytovateľa služieb v schéme 0242, napríklad 0242:000123',
      en: 'a service provider identifier in the scheme 0242, such as 0242:000123',
    },
  ],
]);

/**
 * Describes the texts that a pattern matches, because error messages do not show regular expressions. Null for an
 * unknown pattern.
 */
export const namePattern = (pattern: string): Text | null => NAMES.get(pattern) ?? null;
