import type { Text } from '../../../issues/index.ts';
import { termAt, terms } from '../../terms/index.ts';

/** Names of elements that are not business terms. */
const NAMES: ReadonlyMap<string, Text> = new Map([
  [
    'cbc:ChargeIndicator',
    { sk: 'označenie, či ide o zľavu alebo prirážku', en: 'the sign of an allowance or a charge' },
  ],
]);

const PRICE_CHARGE: Text = { sk: 'prirážka k jednotkovej cene', en: 'charge in the item price' };

/** The name of the item at a path, without its term id. */
export function nameOfPath(path: string): Text {
  const term = termAt(path);
  if (term !== null) return term.name;
  // EN 16931 has no charge in a price.
  if (/\/cac:Price\/cac:AllowanceCharge\[[^[\]]*\](?:\/cbc:Amount)?$/.test(path)) return PRICE_CHARGE;
  const inside =
    path === '' ? undefined : terms.find((it) => it.path.startsWith(`${path}/`) && it.id.startsWith('BT-'));
  if (inside !== undefined) return inside.name;
  if (path.endsWith('cac:TaxScheme/cbc:ID')) return { sk: 'označenie dane', en: 'the name of the tax' };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  if (name === '') return { sk: 'doklad', en: 'document' };
  return { sk: `prvok ${name}`, en: `the element ${name}` };
}

/** The name with the term id, e.g. `číslo faktúry (BT-1)`. */
export function partOf(path: string): Text {
  const own = termAt(path);
  if (own !== null) return { sk: `${own.name.sk} (${own.id})`, en: `${own.name.en} (${own.id})` };
  const at = path.lastIndexOf('/@');
  const attribute = path.startsWith('@') ? path : at === -1 ? null : path.slice(at + 1);
  if (attribute !== null) {
    const element = nameOfPath(path.slice(0, Math.max(at, 0)));
    return {
      sk: `atribút ${attribute.slice(1)} (${element.sk})`,
      en: `the attribute ${attribute.slice(1)} (${element.en})`,
    };
  }
  return nameOfPath(path);
}
