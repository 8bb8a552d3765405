import type { Language } from './labels.data.ts';

const NARROW_SPACE = '\u00a0';
/**
 * Symbols or names of units. Names have plural forms: Slovak for one, two to four, fractions, and more; English for
 * one and more.
 */
const UNITS: ReadonlyMap<string, readonly [sk: string, en: string]> = new Map(
  Object.entries({
    C62: ['ks', 'pcs'],
    H87: ['ks', 'pcs'],
    EA: ['ks', 'pcs'],
    XPP: ['ks', 'pcs'],
    HUR: ['hod', 'h'],
    MIN: ['min', 'min'],
    DAY: ['deň|dni|dňa|dní', 'day|days'],
    WEE: ['týždeň|týždne|týždňa|týždňov', 'week|weeks'],
    MON: ['mesiac|mesiace|mesiaca|mesiacov', 'month|months'],
    ANN: ['rok|roky|roka|rokov', 'year|years'],
    QAN: ['štvrťrok|štvrťroky|štvrťroka|štvrťrokov', 'quarter|quarters'],
    LS: ['paušál|paušály|paušálu|paušálov', 'lump sum|lump sums'],
    E48: ['služba|služby|služby|služieb', 'service unit|service units'],
    NAR: ['ks', 'pcs'],
    XNA: ['ks', 'pcs'],
    NPR: ['pár|páry|páru|párov', 'pair|pairs'],
    KWT: ['kW', 'kW'],
    HAR: ['ha', 'ha'],
    P1: ['%', '%'],
    XCT: ['kartón|kartóny|kartónu|kartónov', 'carton|cartons'],
    XBG: ['vrece|vrecia|vreca|vriec', 'bag|bags'],
    XBO: ['fľaša|fľaše|fľaše|fliaš', 'bottle|bottles'],
    XRO: ['rola|roly|roly|rolí', 'roll|rolls'],
    SEC: ['s', 's'],
    DZN: ['tucet|tucty|tuctu|tuctov', 'dozen|dozens'],
    KTM: ['km', 'km'],
    KMH: ['km/h', 'km/h'],
    JOU: ['J', 'J'],
    GJ: ['GJ', 'GJ'],
    ZP: ['strana|strany|strany|strán', 'page|pages'],
    '4L': ['MB', 'MB'],
    E34: ['GB', 'GB'],
    DTN: ['q', 'dt'],
    HLT: ['hl', 'hl'],
    CMK: ['cm²', 'cm²'],
    KMK: ['km²', 'km²'],
    MLN: ['mil. ks', 'million pcs'],
    IE: ['osoba|osoby|osoby|osôb', 'person|persons'],
    GRM: ['g', 'g'],
    KGM: ['kg', 'kg'],
    TNE: ['t', 't'],
    MLT: ['ml', 'ml'],
    LTR: ['l', 'l'],
    MMT: ['mm', 'mm'],
    CMT: ['cm', 'cm'],
    MTR: ['m', 'm'],
    KMT: ['km', 'km'],
    MTK: ['m²', 'm²'],
    MTQ: ['m³', 'm³'],
    KWH: ['kWh', 'kWh'],
    MWH: ['MWh', 'MWh'],
    SET: ['sada|sady|sady|sád', 'set|sets'],
    PR: ['pár|páry|páru|párov', 'pair|pairs'],
    XBX: ['krabica|krabice|krabice|krabíc', 'box|boxes'],
    XPK: ['balenie|balenia|balenia|balení', 'package|packages'],
    XPX: ['paleta|palety|palety|paliet', 'pallet|pallets'],
  }),
);

const MEANS: ReadonlyMap<string, readonly [sk: string, en: string]> = new Map(
  Object.entries({
    '10': ['v hotovosti', 'cash'],
    '20': ['šekom', 'cheque'],
    '30': ['bankovým prevodom', 'credit transfer'],
    '31': ['bankovým prevodom', 'debit transfer'],
    '42': ['na bankový účet', 'to a bank account'],
    '48': ['platobnou kartou', 'card'],
    '49': ['inkasom', 'direct debit'],
    '54': ['kreditnou kartou', 'credit card'],
    '55': ['debetnou kartou', 'debit card'],
    '57': ['trvalým príkazom', 'standing agreement'],
    '58': ['SEPA prevodom', 'SEPA credit transfer'],
    '59': ['SEPA inkasom', 'SEPA direct debit'],
    '97': ['zápočtom', 'clearing'],
  }),
);

/** Returns the name of a payment means code (UNTDID 4461); empty for rarely used codes. */
export function formatMeans(code: string | null, language: Language): string {
  return MEANS.get(code ?? '')?.[language === 'sk' ? 0 : 1] ?? '';
}

/**
 * Formats a decimal string with digit groups of three and the decimal mark of the language. All digits are preserved;
 * zeros are added up to `least` decimals. Other text is returned unchanged.
 */
export function formatNumber(text: string, language: Language, least = 0): string {
  const parts = /^\s*([+-]?)(\d+)(?:\.(\d*))?\s*$/.exec(text);
  if (parts === null) return text;
  const [, sign, whole, fraction = ''] = parts;
  const grouped = inThrees(whole!, language === 'sk' ? NARROW_SPACE : ',');
  const decimals = fraction.padEnd(least, '0');
  const mark = language === 'sk' ? ',' : '.';
  return `${sign === '-' ? '−' : ''}${grouped}${decimals === '' ? '' : mark + decimals}`;
}

/**
 * Inserts a separator every three digits, in linear time, because the number of digits in an invoice is not limited.
 */
function inThrees(digits: string, mark: string): string {
  let grouped = digits.slice(0, digits.length % 3 || 3);
  for (let at = grouped.length; at < digits.length; at += 3) grouped += mark + digits.slice(at, at + 3);
  return grouped;
}

/** Formats an amount with its currency; the euro as a symbol. */
export function formatAmount(text: string, currency: string | null, language: Language): string {
  const number = formatNumber(text, language, 2);
  if (currency === null) return number;
  return `${number}${NARROW_SPACE}${currency === 'EUR' ? '€' : currency}`;
}

/** Formats `YYYY-MM-DD` for the language; other text is returned unchanged. */
export function formatDate(text: string, language: Language): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (day === null) return text;
  const [, year, month, date] = day;
  if (language === 'en') return `${year}-${month}-${date}`;
  return `${Number(date)}.${NARROW_SPACE}${Number(month)}.${NARROW_SPACE}${year}`;
}

const PLURALS = { sk: new Intl.PluralRules('sk'), en: new Intl.PluralRules('en') };
const FORMS = { sk: ['one', 'few', 'many', 'other'], en: ['one', 'other'] } as const;

/** Returns the symbol or name of a unit, otherwise its code. Names are inflected for the quantity. */
export function formatUnit(code: string, language: Language, quantity: string): string {
  const forms = UNITS.get(code)?.[language === 'sk' ? 0 : 1].split('|');
  if (forms === undefined) return code;
  // `Number` drops trailing zeros, so that `2.00` is not treated as a fraction.
  const category = PLURALS[language].select(Math.abs(Number(quantity)));
  return forms[FORMS[language].findIndex((form) => form === category)] ?? forms.at(-1)!;
}

const countryNames = new Map<Language, Intl.DisplayNames>();

/** Returns the country name with its code, or only the code. */
export function formatCountry(code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  let names = countryNames.get(language);
  if (names === undefined) {
    names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
    countryNames.set(language, names);
  }
  const name = names.of(code) ?? code;
  return name === code ? code : `${name} (${code})`;
}

/** Formats an IBAN in groups of four. */
export const formatIban = (text: string): string =>
  /^[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{8,}$/.test(text) ? text.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ') : text;

/** Returns the size of base64 content in bytes. */
export function sizeOfBase64(content: string): number {
  const digits = content.replace(/\s/g, '');
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((digits.length * 3) / 4) - padding);
}

export function formatSize(bytes: number, language: Language): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${formatNumber(value.toFixed(1), language)} ${unit}`;
}
