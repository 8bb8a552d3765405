import { UNIT_WORDS } from '@e-invoice/validator/invoice';

/** Units of time: who sells hours sells a service. */
export const TIME_UNITS: ReadonlySet<string> = new Set(['HUR', 'DAY', 'WEE', 'MON', 'ANN', 'MIN']);

/** The code of a unit as it was typed; what is not known stays as it is, for the rules to judge. */
export function toUnitCode(unit: string): string {
  return UNIT_WORDS.get(unit.trim().toLowerCase().replace(/\.$/, '')) ?? unit.trim();
}
