import { isCalendarDay } from './is-calendar-day.ts';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?(Z|z|[+-]\d{2}:\d{2})?$/;

/**
 * Converts a date or time of a source to UTC with milliseconds. A date, such as `2026-11-27+01:00` (VIES over SOAP),
 * is the start of that day in its time zone; without a time zone it is UTC.
 *
 * @returns null for another format, or for a day or time that does not exist
 */
export function toUtcTime(text: string): string | null {
  const [, day, time = '00:00', zone = 'Z'] = FORM.exec(text.trim()) ?? [];
  const [year = 0, month = 0, date = 0] = (day ?? '').split('-').map(Number);
  if (day === undefined || !isCalendarDay(year, month, date)) return null;
  const at = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
