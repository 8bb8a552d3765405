import { Decimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { recompute } from '../../amounts/index.ts';
import { childrenOf, elementsIn } from '../../ubl-elements.ts';
import { basesOf, byKey, differencesOf, groupBy, isEqual, isNear, isPointMoved, sumOf } from '../books.ts';
import type { Case, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { textContentOf } from './describe-element.ts';
import { gapsIn } from './lost-parts.ts';
import { isTaxOfRow } from './split-rows.ts';
import { rulesOf } from './vat-rules.ts';
import { writeTrial } from './write-trial.ts';

const TOTAL_RULES = ['BR-CO-10', 'BR-CO-11', 'BR-CO-12', 'BR-CO-13', 'BR-CO-14', 'BR-CO-15', 'BR-CO-16'];

/** Detects whole parts of an invoice that belong to different invoices: other totals, other currency, everything twice. */
export function detectForeignTotals(found: Case): Mistake[] {
  if (found.root === null || found.openOf('BR-CO-10').length === 0) return [];
  const mistakes = [detectTwice, detectOtherCurrency, detectOtherTotals];
  for (const detect of mistakes) {
    const mistake = detect(found);
    if (mistake !== null) return [mistake];
  }
  return [];
}

/** Every line is on the invoice twice, and the totals count it once. */
function detectTwice(found: Case): Mistake | null {
  const { lines, net, root, rows } = found.books();
  const sum = sumOf(lines.map(({ amount }) => amount));
  if (net === null || lines.length < 4 || net.isZero() || !isEqual(sum, net.add(net))) return null;
  const groups = groupBy(lines, ({ element }) => contentOf(element));
  if ([...groups.values()].some((same) => same.length % 2 !== 0)) return null;
  const again = [...groups.values()].flatMap((same) => same.slice(same.length / 2)).map(({ element }) => element);
  const totals = repeatsOf(childrenOf(root, 'cac:TaxTotal'));
  const left = rows.map(({ element }) => element).filter(({ parent }) => !totals.some((total) => total === parent));
  const repeated = [...again, ...repeatsOf(left), ...repeatsOf(childrenOf(root, 'cac:AllowanceCharge')), ...totals];
  const issues = found.claim(found.openOf(...TOTAL_RULES, ...rulesOf('01', '08', '09'), 'SK-R-048', 'SK-R-051'));
  return {
    id: 'exported-twice',
    issues,
    location: locationOf(again[0]!),
    confidence: 0.95,
    values: { count: String(again.length) },
    corrections: [() => toCorrection(repeated.map((element) => found.editor().remove(element)))],
  };
}

const contentOf = (element: XmlElement): string =>
  elementsIn(element)
    .filter(({ local }) => local !== 'ID')
    .map(textContentOf)
    .join(' ');

/** The second half of elements that all occur twice; empty when one of them occurs once. */
function repeatsOf(elements: readonly XmlElement[]): XmlElement[] {
  const groups = [...groupBy(elements, textContentOf).values()];
  return groups.every(({ length }) => length % 2 === 0) ? groups.flatMap((same) => same.slice(same.length / 2)) : [];
}

/** How far the ratios of lines and taxable amounts may differ: 0.1 %. */
const NEARLY = new Decimal(1, 3);
const ONE = new Decimal(1, 0);
const THREE = new Decimal(3, 0);

/** The lines are a constant multiple of the breakdown: they are in another currency. */
function detectOtherCurrency(found: Case): Mistake | null {
  const books = found.books();
  const { rows, exclusive, net, lines } = books;
  const stated = byKey(rows, 'taxable');
  const computed = basesOf(books);
  if (exclusive === null || net === null || net.isZero() || !rows.every(isTaxOfRow)) return null;
  if (!isNear(sumOf(stated.values()), exclusive, rows.length) || stated.size !== computed.size) return null;
  const ratio = sumOf(lines.map(({ amount }) => amount)).divide(net);
  const isPower = [2, 10, 100, 1000].some(
    (power) => isEqual(ratio, new Decimal(power, 0)) || isEqual(ONE.divide(new Decimal(power, 0)), ratio),
  );
  if (ratio.units <= 0 || isPower || ratio.subtract(ONE).abs().compare(NEARLY) <= 0) return null;
  const isSame = [...stated].every(([key, amount]) => {
    const own = computed.get(key);
    const off = own === undefined ? null : own.subtract(amount.multiply(ratio)).abs();
    return off !== null && off.compare(amount.abs().multiply(ratio).multiply(NEARLY).add(new Decimal(5, 2))) <= 0;
  });
  // At a single rate, a lost part gives a ratio below one as well.
  const isFar = ratio.compare(THREE) >= 0;
  if (!isSame || (stated.size < 2 && !isFar) || gapsIn(books).length > 0) return null;
  const rules = [...TOTAL_RULES, 'PEPPOL-EN16931-R120', 'SK-R-051', ...rulesOf('08')];
  const higher = ratio.compare(ONE) > 0 ? ratio : ONE.divide(ratio);
  const shown = higher.round(4).stripped().toString();
  return {
    id: 'lines-in-other-currency',
    issues: found.claim(found.openOf(...rules)),
    location: locationOf(lines[0]!.element),
    confidence: 0.9,
    values: { ratio: { sk: shown.replace('.', ','), en: shown } },
  };
}

/** Lines and breakdown agree; all totals are those of another invoice. */
function detectOtherTotals(found: Case): Mistake | null {
  const books = found.books();
  const { rows, lines, totals, net, exclusive, inclusive, vat } = books;
  if (totals === null || net === null || exclusive === null || inclusive === null || vat === null) return null;
  if (rows.length === 0 || !rows.every(isTaxOfRow)) return null;
  if ([...differencesOf(books).values()].some((off) => !isNear(off, ZERO, lines.length))) return null;
  const base = sumOf(rows.map(({ taxable }) => taxable));
  if (!isEqual(sumOf(rows.map(({ tax }) => tax)), vat)) return null;
  const wrong = [
    [net, sumOf(lines.map(({ amount }) => amount))],
    [exclusive, base],
    [inclusive, base.add(vat)],
  ] as const;
  if (wrong.some(([is, should]) => isNear(is, should, lines.length + 1))) return null;
  // The same difference everywhere is a part without VAT that the export lost with its row.
  const offs = wrong.map(([is, should]) => is.subtract(should));
  if (offs.every((off) => isEqual(off, offs[0]!))) return null;
  // In cents, or with another position of the point, they are those of this invoice.
  if (base.isZero() || isPointMoved(exclusive.divide(base))) return null;
  const { equations } = found.network();
  const own = equations.filter(({ term }) => /^BT-(?:106|107|108|109|112|115)$/.test(term));
  return {
    id: 'totals-of-another-invoice',
    issues: found.claim(found.openOf(...TOTAL_RULES)),
    location: locationOf(totals),
    confidence: 0.9,
    corrections: [() => writeTrial(found, recompute(found.network(), own))],
  };
}
