import { invoice } from './model/invoice.ts';
import { toPath } from './path.ts';
import type { Fields } from './term.ts';
import { listCiiPaths } from './term-paths.ts';

/** Steps of a business term or group below the document element, in each syntax. */
type Pair = { readonly id: string; readonly ubl: readonly string[]; readonly cii: readonly string[] };

let pairs: readonly Pair[] | undefined;

/**
 * Replaces the elements of UBL that a text names (`cac:TaxSubtotal/cbc:TaxAmount`) by those with the same meaning in
 * CII. The texts of rules and causes are the same for both syntaxes.
 *
 * @param terms the business terms and groups that the text is about; they decide where a name has several meanings
 * @returns the text; names without a place in CII, or whose meaning is not certain, are left as they are
 */
export function toCiiNames(text: string, terms: readonly string[]): string {
  if (!text.includes(':')) return text;
  pairs ??= collect(invoice, [], []);
  const used = new Set<string>();
  return text.replace(NAMES, (name) => {
    const only = ALWAYS.get(name);
    if (only !== undefined) return only;
    const found = choose(name.split('/'), terms, used);
    if (found === undefined) return name;
    used.add(found.id);
    return found.name;
  });
}

const NAMES = /\b(?:cac|cbc):[A-Za-z]+(?:\/(?:(?:cac|cbc):|@)[A-Za-z]+)*/g;

/** Names that have no business term. */
const ALWAYS: ReadonlyMap<string, string> = new Map([
  ['cac:TaxScheme', 'ram:TypeCode'],
  ['cbc:ChargeIndicator', 'ram:ChargeIndicator'],
  ['cac:TaxTotal', 'ram:ApplicableHeaderTradeSettlement'],
]);

type Choice = { readonly id: string; readonly name: string };

function choose(steps: readonly string[], terms: readonly string[], used: ReadonlySet<string>): Choice | undefined {
  const fits = pairs!.filter(({ ubl }) => endsWith(ubl, steps));
  const named = fits.filter(({ id }) => terms.includes(id));
  // A text that names several terms names each of them once, in the order of the rule.
  const unused = named
    .filter(({ id }) => !used.has(id))
    .sort((one, other) => terms.indexOf(one.id) - terms.indexOf(other.id));
  const whole = fits.filter(({ ubl }) => ubl.length === steps.length);
  for (const some of [unused, named, whole, fits]) {
    const names = new Set(some.map(({ cii }) => nameOf(cii, steps.length)));
    if (some.length > 0 && (names.size === 1 || some === unused)) {
      return { id: some[0]!.id, name: nameOf(some[0]!.cii, steps.length) };
    }
  }
  // An attribute that is part of a value, such as the unit of a quantity, has the same name in both syntaxes.
  const attribute = steps.at(-1)!;
  if (!attribute.startsWith('@') || steps.length === 1) return undefined;
  const element = choose(steps.slice(0, -1), terms, used);
  return element && { ...element, name: `${element.name}/${attribute}` };
}

const endsWith = (path: readonly string[], steps: readonly string[]): boolean =>
  path.length >= steps.length && steps.every((step, index) => path[path.length - steps.length + index] === step);

/** As many steps as the name in UBL has; a date is named with the element around its value. */
function nameOf(cii: readonly string[], count: number): string {
  const isDate = cii.at(-1)!.startsWith('udt:');
  return cii.slice(-Math.max(count, isDate || cii.at(-1)!.startsWith('@') ? 2 : 1)).join('/');
}

/** Lists the terms and groups with a place in both syntaxes. */
function collect(fields: Fields, ubl: readonly string[], cii: readonly string[]): Pair[] {
  return Object.values(fields).flatMap((field) => {
    const inCii = placesOf(field.cii, cii)[0];
    const inUbl = placesOf(field.ubl, ubl);
    if (inCii === undefined || inUbl[0] === undefined) return [];
    const own = inUbl.map((steps): Pair => ({ id: field.id, ubl: steps, cii: inCii }));
    const inner = field.is === 'group' ? inUbl.flatMap((steps) => collect(field.fields, steps, inCii)) : [];
    return [...own, ...inner].filter((pair) => pair.ubl.length > 0 && pair.cii.length > 0);
  });
}

function placesOf(declared: string | readonly string[] | null, group: readonly string[]): string[][] {
  return [declared ?? []].flat().map((text) => {
    const { fromRoot, steps, attribute } = toPath(text);
    const own = [...steps.map(({ name }) => name), ...(attribute === null ? [] : [`@${attribute}`])];
    return fromRoot ? own : [...group, ...own];
  });
}

/** How texts name the elements and the business terms of CII. */
export const CII_NAMING = { toCiiNames, termOf: termOfCiiPath };

let termsByPath: ReadonlyMap<string, string> | undefined;

/** The business term at a location in CII (`/CrossIndustryInvoice/…`, with or without positions); null for no term. */
function termOfCiiPath(location: string): string | null {
  termsByPath ??= new Map(listCiiPaths().map(({ id, plain }) => [plain, id]));
  const plain = location.replace(/^\/[^/]*\//, '').replace(/\[\d+\]/g, '');
  return termsByPath.get(plain) ?? null;
}
