import { Decimal, toDecimal, ZERO } from '../../decimal.ts';
import {
  compareMoments,
  DAY,
  Duration,
  dateOf,
  dayNumber,
  daysInMonth,
  Moment,
  type MomentType,
  NANOS,
} from './moments.ts';
import type { RunState } from './run-state.ts';
import { fail } from './xpath-error.ts';

const nanoseconds = (seconds: Decimal): number => seconds.multiply(toDecimal(NANOS)).round().toNumber();

/** Moment plus duration (XPath functions, section 10.8); `sign` -1 subtracts. */
export function addDuration(moment: Moment, duration: Duration, sign: 1 | -1): Moment {
  let { year, month, day } = moment;
  if (duration.months !== 0) {
    const total = year * 12 + (month - 1) + sign * duration.months;
    year = Math.floor(total / 12);
    month = total - year * 12 + 1;
    day = Math.min(day, daysInMonth(year, month));
  }
  const wholeDays = Number(duration.seconds.divideToInteger(toDecimal(DAY)));
  const rest = duration.seconds.subtract(toDecimal(wholeDays * DAY));
  const shifted = moment.nanos + sign * nanoseconds(rest);
  const carried = Math.floor(shifted / (DAY * NANOS));
  const days = sign * wholeDays + carried;
  const nanos = shifted - carried * DAY * NANOS;
  if (moment.type === 'time') return new Moment('time', moment.year, moment.month, moment.day, nanos, moment.zone);
  [year, month, day] = dateOf(dayNumber(year, month, day) + days);
  return new Moment(moment.type, year, month, day, moment.type === 'date' ? 0 : nanos, moment.zone);
}

/** The time between two moments of one type. */
export function subtractMoments(a: Moment, b: Moment, d: RunState): Duration {
  const days = dayNumber(a.year, a.month, a.day) - dayNumber(b.year, b.month, b.day);
  const zones = ((a.zone ?? d.timezone) - (b.zone ?? d.timezone)) * 60;
  const seconds = toDecimal(days * DAY - zones).add(new Decimal(a.nanos - b.nanos, 9));
  return new Duration('dayTimeDuration', 0, seconds);
}

export function addDurations(a: Duration, b: Duration, sign: 1 | -1): Duration {
  const seconds = sign === 1 ? a.seconds.add(b.seconds) : a.seconds.subtract(b.seconds);
  return new Duration(a.type, a.months + sign * b.months, seconds);
}

/** Duration times a number (`divide`: divided by it). */
export function scaleDuration(duration: Duration, factor: Decimal, divide: boolean): Duration {
  if (divide && factor.isZero()) return fail('FODT0002', 'duration divided by zero');
  const scaled = (value: Decimal): Decimal => (divide ? value.divide(factor) : value.multiply(factor));
  if (duration.type === 'yearMonthDuration') {
    return new Duration(duration.type, scaled(toDecimal(duration.months)).round().toNumber(), ZERO);
  }
  return new Duration(duration.type, 0, scaled(duration.seconds));
}

/** The quotient of two durations. */
export function divideDurations(a: Duration, b: Duration): Decimal {
  const months = a.type === 'yearMonthDuration';
  const divisor = months ? toDecimal(b.months) : b.seconds;
  if (divisor.isZero()) return fail('FOAR0001', 'division by a zero duration');
  return (months ? toDecimal(a.months) : a.seconds).divide(divisor);
}

/** Date, time or partial date from a date or dateTime (casting table, XPath functions section 17.1.5). */
export function castMoment(moment: Moment, type: MomentType): Moment | null {
  if (moment.type === type) return moment;
  const { year, month, day, nanos, zone } = moment;
  if (moment.type === 'date' && type === 'dateTime') return new Moment(type, year, month, day, 0, zone);
  if (moment.type !== 'dateTime' && (moment.type !== 'date' || type === 'time')) return null;
  switch (type) {
    case 'date':
      return new Moment(type, year, month, day, 0, zone);
    case 'time':
      return new Moment(type, 1972, 12, 31, nanos, zone);
    case 'gYear':
      return new Moment(type, year, 12, 1, 0, zone);
    case 'gYearMonth':
      return new Moment(type, year, month, 1, 0, zone);
    case 'gMonth':
      return new Moment(type, 1972, month, 1, 0, zone);
    case 'gMonthDay':
      return new Moment(type, 1972, month, day, 0, zone);
    case 'gDay':
      return new Moment(type, 1972, 12, day, 0, zone);
    default:
      return null;
  }
}

/** fn:dateTime. */
export function joinDateTime(date: Moment | null, time: Moment | null): Moment | null {
  if (date === null || time === null) return null;
  if (date.zone !== null && time.zone !== null && date.zone !== time.zone) {
    return fail('FORG0008', 'date and time have different timezones');
  }
  return new Moment('dateTime', date.year, date.month, date.day, time.nanos, date.zone ?? time.zone);
}

/** fn:adjust-…-to-timezone; `zone` null removes the timezone. */
export function adjustZone(moment: Moment, zone: Duration | null): Moment {
  const { type, year, month, day, nanos } = moment;
  if (zone === null) return new Moment(type, year, month, day, nanos, null);
  const minutes = zone.seconds.divide(toDecimal(60));
  if (minutes.compare(minutes.floor()) !== 0 || minutes.abs().compare(toDecimal(840)) > 0) {
    return fail('FODT0003', 'not a timezone');
  }
  const target = minutes.toNumber();
  if (moment.zone === null) return new Moment(type, year, month, day, nanos, target);
  const shifted = nanos + (target - moment.zone) * 60 * NANOS;
  const days = Math.floor(shifted / (DAY * NANOS));
  const rest = shifted - days * DAY * NANOS;
  if (type === 'time') return new Moment(type, year, month, day, rest, target);
  return new Moment(type, ...dateOf(dayNumber(year, month, day) + days), type === 'date' ? 0 : rest, target);
}

/** fn:current-dateTime and its parts, in the implicit timezone. */
export function currentMoment(d: RunState, type: 'date' | 'dateTime' | 'time'): Moment {
  const local = d.now + d.timezone * 60_000;
  const days = Math.floor(local / 86_400_000);
  const nanos = (local - days * 86_400_000) * 1_000_000;
  return castMoment(new Moment('dateTime', ...dateOf(days), nanos, d.timezone), type)!;
}

export function implicitTimezone(d: RunState): Duration {
  return new Duration('dayTimeDuration', 0, toDecimal(d.timezone * 60));
}

export const yearOf = (moment: Moment): number => moment.year;
export const monthOf = (moment: Moment): number => moment.month;
export const dayOf = (moment: Moment): number => moment.day;
export const hoursOf = (moment: Moment): number => Math.floor(moment.nanos / (3600 * NANOS));
export const minutesOf = (moment: Moment): number => Math.floor(moment.nanos / (60 * NANOS)) % 60;
export const secondsOf = (moment: Moment): Decimal => new Decimal(moment.nanos % (60 * NANOS), 9).stripped();

export function zoneOf(moment: Moment): Duration | null {
  return moment.zone === null ? null : new Duration('dayTimeDuration', 0, toDecimal(moment.zone * 60));
}

const wholeSeconds = (duration: Duration): number => Number(duration.seconds.truncate());
export const durationYears = (duration: Duration): number => Math.trunc(duration.months / 12) + 0;
export const durationMonths = (duration: Duration): number => (duration.months % 12) + 0;
export const durationDays = (duration: Duration): number => Math.trunc(wholeSeconds(duration) / DAY) + 0;
export const durationHours = (duration: Duration): number => (Math.trunc(wholeSeconds(duration) / 3600) % 24) + 0;
export const durationMinutes = (duration: Duration): number => (Math.trunc(wholeSeconds(duration) / 60) % 60) + 0;
export const durationSeconds = (duration: Duration): Decimal => duration.seconds.remainder(toDecimal(60)).stripped();

export function momentLess(a: Moment, b: Moment, d: RunState): number {
  return compareMoments(a, b, d.timezone);
}

/** Order of two durations of one ordered type; for `xs:duration`, only zero (equality) is meaningful. */
export function compareDurations(a: Duration, b: Duration): number {
  return a.months !== b.months ? a.months - b.months : a.seconds.compare(b.seconds);
}

export function adjustOptional(moment: Moment | null, zone: Duration | null): Moment | null {
  return moment === null ? null : adjustZone(moment, zone);
}
