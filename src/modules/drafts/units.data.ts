import { UNIT_WORDS } from '@e-invoice/validator/invoice';

/** Units of time, which indicate a service. */
export const TIME_UNITS: ReadonlySet<string> = new Set(['HUR', 'DAY', 'WEE', 'MON', 'ANN', 'MIN']);

/** Maps a unit as typed to its code; unknown units stay unchanged and are reported by the validation. */
export function toUnitCode(unit: string): string {
  return UNIT_WORDS.get(unit.trim().toLowerCase().replace(/\.$/, '')) ?? unit.trim();
}
