import { type Decimal, parseDecimal, toDecimal, ZERO } from '../../decimal.ts';

export type MomentType = 'date' | 'dateTime' | 'time' | 'gYear' | 'gYearMonth' | 'gMonth' | 'gMonthDay' | 'gDay';
export type DurationType = 'duration' | 'yearMonthDuration' | 'dayTimeDuration';

/** A value of the date and time types; fields that the type lacks have the reference value 1972-12-31, 00:00. */
export class Moment {
  declare readonly type: MomentType;
  declare readonly year: number;
  declare readonly month: number;
  declare readonly day: number;
  /** Nanoseconds since midnight. */
  declare readonly nanos: number;
  /** Minutes east of UTC, or null without timezone. */
  declare readonly zone: number | null;

  constructor(type: MomentType, year: number, month: number, day: number, nanos: number, zone: number | null) {
    this.type = type;
    this.year = year;
    this.month = month;
    this.day = day;
    this.nanos = nanos;
    this.zone = zone;
  }
}

export class Duration {
  declare readonly type: DurationType;
  declare readonly months: number;
  declare readonly seconds: Decimal;

  constructor(type: DurationType, months: number, seconds: Decimal) {
    this.type = type;
    this.months = months;
    this.seconds = seconds;
  }
}

export const NANOS = 1_000_000_000;
export const DAY = 86_400;
const DAY_NANOS = DAY * NANOS;

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
export function dayNumber(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

/** Year, month and day of a day number. */
export function dateOf(days: number): [number, number, number] {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const ofEra = z - era * 146_097;
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const shifted = Math.floor((5 * ofYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1;
  return [year + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const YEAR = '(?<year>-?(?:[1-9]\\d{4,}|\\d{4}))';
const MONTH = '(?<month>\\d\\d)';
const DATE_DAY = '(?<day>\\d\\d)';
const CLOCK = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)(?:\\.(?<fraction>\\d+))?';
const ZONE = '(?<zone>Z|[+-]\\d\\d:\\d\\d)?';
const form = (body: string): RegExp => new RegExp(`^${body}${ZONE}$`);

const FORMS: Record<MomentType, RegExp> = {
  date: form(`${YEAR}-${MONTH}-${DATE_DAY}`),
  dateTime: form(`${YEAR}-${MONTH}-${DATE_DAY}T${CLOCK}`),
  time: form(CLOCK),
  gYear: form(YEAR),
  gYearMonth: form(`${YEAR}-${MONTH}`),
  gMonth: form(`--${MONTH}`),
  gMonthDay: form(`--${MONTH}-${DATE_DAY}`),
  gDay: form(`---${DATE_DAY}`),
};

function parseZone(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  if (text === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4));
  if (minutes > 59 || hours > 14 || (hours === 14 && minutes > 0)) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) + 0;
}

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
};

/** Fast path for `YYYY-MM-DD`, the form of nearly all dates. */
function parsePlainDate(text: string): Moment | null {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  if (text[4] !== '-' || text[7] !== '-' || year < 1 || month < 1 || month > 12) return null;
  return day < 1 || day > daysInMonth(year, month) ? null : new Moment('date', year, month, day, 0, null);
}

/** Above this year, days cannot be counted exactly. */
const MAX_YEAR = 999_999_999;

/** Parses a trimmed lexical form of the type; null if invalid. Fractions of a second are truncated to nine digits. */
export function parseMoment(type: MomentType, text: string): Moment | null {
  if (type === 'date' && text.length === 10) return parsePlainDate(text);
  const parts = FORMS[type].exec(text)?.groups;
  if (parts === undefined) return null;
  const year = Number(parts.year ?? 1972);
  const month = Number(parts.month ?? 12);
  const day =
    parts.day === undefined
      ? type === 'gYear' || type === 'gYearMonth' || type === 'gMonth'
        ? 1
        : 31
      : Number(parts.day);
  const hour = Number(parts.hour ?? 0);
  const minute = Number(parts.minute ?? 0);
  const second = Number(parts.second ?? 0);
  const fraction = Number((parts.fraction ?? '').slice(0, 9).padEnd(9, '0'));
  const zone = parseZone(parts.zone);
  if (zone === undefined || year === 0 || Math.abs(year) > MAX_YEAR || month < 1 || month > 12) return null;
  if (parts.day !== undefined && (day < 1 || day > daysInMonth(year, month))) return null;
  const midnightAfter = hour === 24 && minute === 0 && second === 0 && fraction === 0;
  if ((hour > 23 && !midnightAfter) || minute > 59 || second > 59) return null;
  const nanos = ((hour * 60 + minute) * 60 + second) * NANOS + fraction;
  if (!midnightAfter) return new Moment(type, year, month, day, nanos, zone);
  if (type === 'time') return new Moment(type, year, month, day, 0, zone);
  return new Moment(type, ...dateOf(dayNumber(year, month, day) + 1), 0, zone);
}

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

function formatZone(zone: number | null): string {
  if (zone === null) return '';
  if (zone === 0) return 'Z';
  const size = Math.abs(zone);
  return `${zone < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
}

function formatClock(nanos: number): string {
  const seconds = Math.floor(nanos / NANOS);
  const fraction = nanos % NANOS;
  const clock = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return fraction === 0 ? clock : `${clock}.${pad(fraction, 9).replace(/(?<!0)0+$/, '')}`;
}

/** The canonical lexical form, with its original timezone. */
export function formatMoment(moment: Moment): string {
  const year = `${moment.year < 0 ? '-' : ''}${pad(Math.abs(moment.year), 4)}`;
  const month = pad(moment.month, 2);
  const day = pad(moment.day, 2);
  const zone = formatZone(moment.zone);
  switch (moment.type) {
    case 'date':
      return `${year}-${month}-${day}${zone}`;
    case 'dateTime':
      return `${year}-${month}-${day}T${formatClock(moment.nanos)}${zone}`;
    case 'time':
      return formatClock(moment.nanos) + zone;
    case 'gYear':
      return year + zone;
    case 'gYearMonth':
      return `${year}-${month}${zone}`;
    case 'gMonth':
      return `--${month}${zone}`;
    case 'gMonthDay':
      return `--${month}-${day}${zone}`;
    case 'gDay':
      return `---${day}${zone}`;
  }
}

/** Returns a negative number, zero or a positive number; values without timezone use the implicit one (minutes). */
export function compareMoments(a: Moment, b: Moment, implicit: number): number {
  if (a.zone === b.zone) {
    return a.year - b.year || a.month - b.month || a.day - b.day || a.nanos - b.nanos;
  }
  const zoneDays = (m: Moment): number => dayNumber(m.year, m.month, m.day);
  const zoneNanos = (m: Moment): number => m.nanos - (m.zone ?? implicit) * 60 * NANOS;
  const days = zoneDays(a) - zoneDays(b);
  const nanos = zoneNanos(a) - zoneNanos(b);
  // Timezones shift a moment by at most a day, so a distance of more than two days decides.
  return Math.abs(days) > 2 ? days : days * DAY_NANOS + nanos;
}

const DURATION = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Parses a trimmed lexical form of the duration type; null if invalid. */
export function parseDuration(type: DurationType, text: string): Duration | null {
  const found = DURATION.exec(text);
  if (found === null || text.endsWith('P') || text.endsWith('T')) return null;
  const [, sign, years, months, days, hours, minutes, seconds] = found;
  const hasMonths = years !== undefined || months !== undefined;
  const hasTime = days !== undefined || text.includes('T');
  if ((type === 'yearMonthDuration' && hasTime) || (type === 'dayTimeDuration' && hasMonths)) return null;
  const wholeSeconds = (Number(days ?? 0) * 24 + Number(hours ?? 0)) * 3600 + Number(minutes ?? 0) * 60;
  const time = toDecimal(wholeSeconds).add(parseDecimal(seconds ?? '0') ?? ZERO);
  const total = Number(years ?? 0) * 12 + Number(months ?? 0);
  // Reject values whose months or whole seconds are not exact integers.
  if (!Number.isSafeInteger(total) || !Number.isSafeInteger(wholeSeconds)) return null;
  return sign === '-' ? new Duration(type, 0 - total, time.negate()) : new Duration(type, total, time);
}

/** The canonical lexical form (XPath functions, section 17.1.4). */
export function formatDuration(duration: Duration): string {
  const negative = duration.months < 0 || duration.seconds.units < 0;
  const months = Math.abs(duration.months);
  const time = duration.seconds.abs();
  const whole = Number(time.truncate());
  const fraction = time.subtract(toDecimal(whole));
  const date =
    (months >= 12 ? `${Math.floor(months / 12)}Y` : '') +
    (months % 12 > 0 ? `${months % 12}M` : '') +
    (whole >= DAY ? `${Math.floor(whole / DAY)}D` : '');
  const seconds = toDecimal(whole % 60).add(fraction);
  const hours = Math.floor(whole / 3600) % 24;
  const minutes = Math.floor(whole / 60) % 60;
  const clock =
    (hours > 0 ? `${hours}H` : '') + (minutes > 0 ? `${minutes}M` : '') + (seconds.isZero() ? '' : `${seconds}S`);
  if (date === '' && clock === '') return duration.type === 'yearMonthDuration' ? 'P0M' : 'PT0S';
  return `${negative ? '-' : ''}P${date}${clock === '' ? '' : `T${clock}`}`;
}
