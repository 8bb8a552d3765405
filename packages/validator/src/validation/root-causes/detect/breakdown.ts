import { Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { keyOf, toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, isCharge, isNamed, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { describeLines } from '../describe-lines.ts';
import { money } from '../describe-value.ts';
import type { Fragment } from '../patch/fragment.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { claimAs, REASONS, rulesOf } from './vat-rules.ts';

const LINE = 'cac:Item/cac:ClassifiedTaxCategory';

type Group = { readonly category: string; readonly percent: string | null; taxable: Decimal };

/** Computes the VAT groups from lines and document level allowances; null when a number is missing. */
export function computeGroups(root: XmlElement): Group[] | null {
  const groups = new Map<string, Group>();
  const put = (owner: XmlElement, path: string, amount: string, sign: 1 | -1): boolean => {
    const value = parseDecimal(textAt(owner, amount) ?? '');
    const category = textAt(owner, `${path}/cbc:ID`);
    if (value === null || category === null) return false;
    const key = keyOf(owner, path);
    const group = groups.get(key) ?? { category, percent: textAt(owner, `${path}/cbc:Percent`), taxable: ZERO };
    group.taxable = sign === 1 ? group.taxable.add(value) : group.taxable.subtract(value);
    groups.set(key, group);
    return true;
  };
  for (const line of childrenOf(root, 'line')) if (!put(line, LINE, 'cbc:LineExtensionAmount', 1)) return null;
  for (const allowance of childrenOf(root, 'cac:AllowanceCharge')) {
    if (!put(allowance, 'cac:TaxCategory', 'cbc:Amount', isCharge(allowance) ? 1 : -1)) return null;
  }
  return [...groups.values()];
}

function toSubtotal({ category, percent, taxable }: Group, currencyID: string): { tax: Decimal; fragment: Fragment } {
  const rate = parseDecimal(percent ?? '') ?? ZERO;
  const tax = toCents(taxable.multiply(rate).divide(parseDecimal('100')!));
  const reason = REASONS.get(category);
  const content: Fragment[] = [
    { name: 'cbc:ID', content: category },
    ...(percent === null ? [] : [{ name: 'cbc:Percent', content: percent }]),
    ...(reason === undefined ? [] : [{ name: 'cbc:TaxExemptionReasonCode', content: reason }]),
    { name: 'cac:TaxScheme', content: [{ name: 'cbc:ID', content: 'VAT' }] },
  ];
  const fragment: Fragment = {
    name: 'cac:TaxSubtotal',
    content: [
      { name: 'cbc:TaxableAmount', attributes: { currencyID }, content: money(taxable) },
      { name: 'cbc:TaxAmount', attributes: { currencyID }, content: money(tax) },
      { name: 'cac:TaxCategory', content },
    ],
  };
  return { tax, fragment };
}

/** Inserts the missing VAT groups, computed from the lines (BT-116 to BT-119). */
export function buildBreakdown(found: Case): Correction | null {
  const root = found.root!;
  const groups = computeGroups(root);
  const currencyID = textAt(root, 'cbc:DocumentCurrencyCode');
  if (groups === null || groups.length === 0 || currencyID === null) return null;
  const taxTotal = childrenOf(root, 'cac:TaxTotal')[0];
  if (taxTotal === undefined) {
    const subtotals = groups.map((group) => toSubtotal(group, currencyID));
    const total = subtotals.reduce((sum, { tax }) => sum.add(tax), ZERO);
    const amount: Fragment = { name: 'cbc:TaxAmount', attributes: { currencyID }, content: money(total) };
    const content = [amount, ...subtotals.map(({ fragment }) => fragment)];
    return toCorrection([found.editor().insert(root, { name: 'cac:TaxTotal', content })]);
  }
  const known = new Set(childrenOf(taxTotal, 'cac:TaxSubtotal').map((group) => keyOf(group, 'cac:TaxCategory')));
  const keyed = groups.map((group) => ({ group, key: keyOfGroup(group) }));
  const missing = keyed.filter(({ key }) => !known.has(key));
  const added = missing.map(({ group }) => toSubtotal(group, currencyID));
  const edits = added.map(({ fragment }) => found.editor().insert(taxTotal, fragment));
  const amount = elementAt(taxTotal, 'cbc:TaxAmount');
  const stated = childrenOf(taxTotal, 'cac:TaxSubtotal').map((group) =>
    parseDecimal(textAt(group, 'cbc:TaxAmount') ?? ''),
  );
  if (amount === null || stated.includes(null)) return toCorrection(edits);
  const total = [...stated, ...added.map(({ tax }) => tax)].reduce<Decimal>((sum, tax) => sum.add(tax!), ZERO);
  if (parseDecimal(textOf(amount))?.compare(total) !== 0) edits.push(found.editor().replaceText(amount, money(total)));
  return toCorrection(edits);
}

export const keyOfGroup = ({ category, percent }: Group): string =>
  ['S', 'L', 'M'].includes(category) ? `${category} ${parseDecimal(percent ?? '')?.toString() ?? ''}` : category;

/**
 * Detects lines and a breakdown with different categories or rates (BR-S-01, BR-S-08 and the rules of other
 * categories).
 */
export function detectBreakdown(found: Case): Mistake[] {
  const rules = [...rulesOf('01', '08', '09'), 'BR-CO-14', 'BR-CO-17', 'SK-R-048', 'SK-R-050', 'SK-R-051'];
  if (found.openOf(...rules, ...TOTAL_RULES).length === 0) return [];
  const root = found.root!;
  const mismatched = mismatch(root);
  if (mismatched === null) return claimAs(found, 'vat-breakdown-mismatch', rulesOf('01'), { confidence: 0.7 });
  const { unused, unknown } = mismatched;
  const missing = unused.length === 0 ? [...detectMerged(found, unknown), ...detectMissingRow(found, unknown)] : [];
  if (missing.length > 0) return missing;
  const own = new Set(rulesOf('01', '08', '09'));
  const indexes = found.open(({ rule_id }, index) => {
    if (rule_id === 'BR-CO-14' || rule_id === 'SK-R-048') return true;
    if (rule_id !== 'BR-CO-17' && rule_id !== 'SK-R-050' && rule_id !== 'SK-R-051' && !own.has(rule_id)) return false;
    const element = found.elementOf(index);
    const group = element === null ? null : enclosing(element, 'cac:TaxSubtotal');
    return group === null || unused.includes(group) || unused.length === 0;
  });
  const issues = found.claim(indexes);
  if (issues.length === 0) return [];
  // A line with an unknown rate leaves a gap in the group where it belongs.
  const group = unused[0] ?? (unknown.length > 0 ? gapFor(found, unknown[0]!, issues) : undefined);
  const [line] = unknown;
  const groupKey = group === undefined ? '' : keyOf(group, 'cac:TaxCategory');
  const lineKey = line === undefined ? '' : keyAt(line);
  const isRate = categoryIn(groupKey) === categoryIn(lineKey);
  // Items of different rates cannot all belong to one of several rows.
  const isOfSeveral = unused.length > 1 && new Set(unknown.map(keyAt)).size > 1;
  return [
    {
      id:
        group === undefined || line === undefined
          ? 'vat-breakdown-mismatch'
          : isRate
            ? 'vat-rate-mismatch'
            : 'vat-category-mismatch',
      issues,
      confidence: 0.85,
      values: {
        ...(isRate
          ? { found: describeBoth(groupKey), expected: describeBoth(lineKey), ...formatFraction(groupKey, lineKey) }
          : { found: categoryIn(groupKey), expected: categoryIn(lineKey) }),
        ...OWNERS[ownerOf(unknown)],
      },
      corrections: [
        () => adoptFractions(found, unused, unknown),
        () => (group === undefined || unused.length !== 1 || line === undefined ? null : adopt(found, group, line)),
        () => (group === undefined || line === undefined || isOfSeveral ? null : adoptAll(found, group, unknown)),
        () => (unused.length === 0 ? buildBreakdown(found) : null),
      ],
    },
  ];
}

type Owner = 'line' | 'lines' | 'allowance' | 'charge';

/** The kind of item whose rate the texts mention. */
function ownerOf([first, second]: readonly XmlElement[]): Owner {
  if (first?.local === 'AllowanceCharge') return isCharge(first) ? 'charge' : 'allowance';
  return second === undefined || second.local === 'AllowanceCharge' ? 'line' : 'lines';
}

/** The items that the breakdown disagrees with (BG-25, BG-20, BG-21). */
const OWNERS: Readonly<Record<Owner, Readonly<Record<'at' | 'have' | 'them', Text>>>> = {
  line: {
    at: { sk: 'na riadku', en: 'the line' },
    have: { sk: 'riadok má', en: 'a line has' },
    them: { sk: 'riadok', en: 'line' },
  },
  lines: {
    at: { sk: 'na riadkoch', en: 'the lines' },
    have: { sk: 'niektoré riadky majú', en: 'some lines have' },
    them: { sk: 'riadky', en: 'lines' },
  },
  allowance: {
    at: { sk: 'pri zľave na úrovni dokladu', en: 'the document level allowance' },
    have: { sk: 'zľava na úrovni dokladu má', en: 'a document level allowance has' },
    them: { sk: 'zľavu', en: 'allowance' },
  },
  charge: {
    at: { sk: 'pri prirážke na úrovni dokladu', en: 'the document level charge' },
    have: { sk: 'prirážka na úrovni dokladu má', en: 'a document level charge has' },
    them: { sk: 'prirážku', en: 'charge' },
  },
};

/** Detects a row that also contains the base of another rate. */
function detectMerged(found: Case, unknown: readonly XmlElement[]): Mistake[] {
  const root = found.root!;
  const groups = unknown.length === 0 ? null : computeGroups(root);
  const currencyID = textAt(root, 'cbc:DocumentCurrencyCode');
  const taxTotal = childrenOf(root, 'cac:TaxTotal').find((it) => elementAt(it, 'cac:TaxSubtotal') !== null);
  if (groups === null || currencyID === null || taxTotal === undefined) return [];
  const keys = new Set(unknown.map((owner) => keyAt(owner)));
  const others = groups.filter((group) => keys.has(keyOfGroup(group)));
  const sum = others.reduce((total, { taxable }) => total.add(taxable), ZERO);
  const row = childrenOf(taxTotal, 'cac:TaxSubtotal').find((it) => {
    const own = groups.find((group) => keyOfGroup(group) === keyOf(it, 'cac:TaxCategory'));
    const stated = parseDecimal(textAt(it, 'cbc:TaxableAmount') ?? '');
    return own !== undefined && stated?.compare(own.taxable.add(sum)) === 0;
  });
  const own = groups.find((group) => row !== undefined && keyOfGroup(group) === keyOf(row, 'cac:TaxCategory'));
  if (row === undefined || own === undefined || sum.isZero()) return [];
  // If the row has the tax of its own rate only, the row is correct and the line has the wrong rate.
  const taxes = [own, ...others].map((group) => toSubtotal(group, currencyID).tax);
  const tax = parseDecimal(textAt(row, 'cbc:TaxAmount') ?? '');
  if (tax?.compare(taxes.reduce((total, it) => total.add(it), ZERO)) !== 0) return [];
  const rates = [own, ...others].map(keyOfGroup);
  return [
    {
      id: 'vat-rates-merged',
      issues: found.claim(
        found.openOf(...rulesOf('01', '08', '09'), 'BR-CO-14', 'BR-CO-17', 'SK-R-048', 'SK-R-051', 'SK-R-050'),
      ),
      location: locationOf(row),
      confidence: 0.95,
      values: {
        found: own.percent ?? '',
        rates: {
          sk: rates.map((key) => describeKey(key, ',')).join(' a '),
          en: rates.map((key) => describeKey(key, '.')).join(' and '),
        },
      },
      corrections: [() => splitRow(found, row, own, others)],
    },
  ];
}

/** Restores the base and tax of the row and adds rows for the other rates; the VAT total stays. */
function splitRow(found: Case, row: XmlElement, own: Group, others: readonly Group[]): Correction | null {
  const currencyID = textAt(found.root!, 'cbc:DocumentCurrencyCode') ?? '';
  const [base, tax] = [elementAt(row, 'cbc:TaxableAmount'), elementAt(row, 'cbc:TaxAmount')];
  if (base === null || tax === null) return null;
  return toCorrection([
    found.editor().replaceText(base, money(own.taxable)),
    found.editor().replaceText(tax, money(toSubtotal(own, currencyID).tax)),
    ...others.map((group) => found.editor().insert(row.parent as XmlElement, toSubtotal(group, currencyID).fragment)),
  ]);
}

/** Rules that fail when the tax of a rate is missing from the totals. */
const TOTAL_RULES = ['BR-CO-15', 'BR-CO-16'];

/** Detects lines with a rate that no row has, while all existing rows agree with their lines. */
function detectMissingRow(found: Case, unknown: readonly XmlElement[]): Mistake[] {
  const [first] = unknown;
  if (first === undefined || found.openOf(...rulesOf('08'), 'SK-R-051').length > 0) return [];
  const issues = found.claim(found.openOf(...rulesOf('01'), 'BR-CO-14', 'SK-R-048', ...TOTAL_RULES));
  const taxTotal = childrenOf(found.root!, 'cac:TaxTotal').find((it) => elementAt(it, 'cac:TaxSubtotal') !== null);
  const keys = [...new Set(unknown.map((owner) => keyAt(owner)))].slice(0, MAX_NAMED);
  return [
    {
      id: 'vat-row-missing',
      issues,
      location: locationOf(taxTotal ?? found.root!),
      confidence: 0.95,
      values: {
        rates: {
          sk: keys
            .map((key) => (key.includes(' ') ? `sadzba ${describeKey(key, ',')}` : `kategória ${key}`))
            .join(', '),
          en: keys.map((key) => `${key.includes(' ') ? 'rate' : 'category'} ${describeKey(key, '.')}`).join(', '),
        },
        ...describeLines(unknown),
        ...(isCounted(found.root!, taxTotal) ? COUNTED : NOT_COUNTED),
      },
      corrections: [() => buildBreakdown(found)],
    },
  ];
}

/** Whether the total with VAT includes the tax of the missing row. */
function isCounted(root: XmlElement, taxTotal: XmlElement | undefined): boolean {
  const read = (path: string): Decimal => parseDecimal(textAt(root, `cac:LegalMonetaryTotal/${path}`) ?? '') ?? ZERO;
  const rows = taxTotal === undefined ? [] : childrenOf(taxTotal, 'cac:TaxSubtotal');
  const stated = rows.reduce((sum, row) => sum.add(parseDecimal(textAt(row, 'cbc:TaxAmount') ?? '') ?? ZERO), ZERO);
  return read('cbc:TaxInclusiveAmount').subtract(read('cbc:TaxExclusiveAmount')).compare(stated) !== 0;
}

const COUNTED: Readonly<Record<'sums' | 'due', Text>> = {
  sums: {
    sk: 'Sumy preto nesedia, hoci ani jedna z nich nemusí byť chybná.',
    en: 'So the sums do not agree, although none of them need be wrong.',
  },
  due: { sk: 'sumu na úhradu nemeňte', en: 'leave the amount due as it is' },
};
const NOT_COUNTED: typeof COUNTED = {
  sums: {
    sk: 'Jej daň preto chýba aj v celkovej DPH a v sume na úhradu.',
    en: 'So its tax is missing in the VAT total and in the amount due as well.',
  },
  due: {
    sk: 'ak sa daň naozaj účtuje, zvýši sa o ňu celková DPH aj suma na úhradu',
    en: 'when VAT really is charged, VAT total and amount due rise by it',
  },
};

/** Maximum number of rates named. */
const MAX_NAMED = 5;

/** A rate for display; empty when it cannot be read. */
const describeBoth = (key: string): Text | string =>
  rateIn(key) === null ? '' : { sk: describeKey(key, ','), en: describeKey(key, '.') };

const rateIn = (key: string): Decimal | null => parseDecimal(key.split(' ')[1] ?? '');

/** Explains that one of two rates is the other written as a fraction, as spreadsheets store percentages. */
function formatFraction(one: string, other: string): { readonly fraction?: Text } {
  const [a, b] = [rateIn(one), rateIn(other)];
  if (b === null) return { fraction: NO_RATE };
  if (a === null || a.isZero() || b.isZero()) return {};
  const isFraction = a.multiply(HUNDRED).compare(b) === 0 || b.multiply(HUNDRED).compare(a) === 0;
  return isFraction ? { fraction: FRACTION } : {};
}

const HUNDRED = new Decimal(100, 0);
const NO_RATE: Text = {
  sk: 'Na niektorom riadku sadzba DPH chýba alebo sa nedá prečítať.',
  en: 'Some line has no VAT rate that can be read.',
};
const FRACTION: Text = {
  sk: 'Jedna z nich je zapísaná ako zlomok: percento sa uvádza číslom 23, nie 0,23.',
  en: 'One of them is written as a fraction: a percentage is stated as 23, not as 0.23.',
};

const categoryIn = (key: string): string => key.split(' ')[0] ?? '';

/** Formats the key of a rate as `23 %`; without a rate, the category. */
export function describeKey(key: string, point: string): string {
  const [category = '', rate] = key.split(' ');
  return rate === undefined ? category : `${rate.replace('.', point)} %`;
}

/** The VAT group of a line or document level allowance. */
const keyAt = (owner: XmlElement): string => keyOf(owner, categoryPath(owner));

const categoryPath = (owner: XmlElement): string => (isNamed(owner, 'cac:AllowanceCharge') ? 'cac:TaxCategory' : LINE);

/** The group of the line's category that an issue reports as wrong. */
function gapFor(found: Case, line: XmlElement, issues: readonly number[]): XmlElement | undefined {
  const category = textAt(line, `${categoryPath(line)}/cbc:ID`);
  const groups = issues.map((index) => {
    const element = found.elementOf(index);
    return element === null ? null : enclosing(element, 'cac:TaxSubtotal');
  });
  return groups.find((group) => group !== null && textAt(group, 'cac:TaxCategory/cbc:ID') === category) ?? undefined;
}

/** Groups without lines, and lines (or allowances) without a group; null when there are neither. */
function mismatch(root: XmlElement): { unused: XmlElement[]; unknown: XmlElement[] } | null {
  const taxTotal = childrenOf(root, 'cac:TaxTotal').find((total) => childrenOf(total, 'cac:TaxSubtotal').length > 0);
  if (taxTotal === undefined) return null;
  const groups = childrenOf(taxTotal, 'cac:TaxSubtotal');
  const lines = childrenOf(root, 'line');
  const used = new Set(lines.map((line) => keyOf(line, LINE)));
  for (const allowance of childrenOf(root, 'cac:AllowanceCharge')) used.add(keyOf(allowance, 'cac:TaxCategory'));
  const known = new Set(groups.map((group) => keyOf(group, 'cac:TaxCategory')));
  const unused = groups.filter((group) => !used.has(keyOf(group, 'cac:TaxCategory')));
  const unknown = [...lines, ...childrenOf(root, 'cac:AllowanceCharge')].filter((owner) => !known.has(keyAt(owner)));
  return unused.length === 0 && unknown.length === 0 ? null : { unused, unknown };
}

/** Sets the category and rate of the line in the group. */
function adopt(found: Case, group: XmlElement, line: XmlElement): Correction | null {
  return copyCategory(found, elementAt(line, categoryPath(line)), elementAt(group, 'cac:TaxCategory'));
}

/** Sets the category and rate of the group in the lines. */
function adoptAll(found: Case, group: XmlElement, lines: readonly XmlElement[]): Correction | null {
  const corrections = lines.map((line) =>
    copyCategory(found, elementAt(group, 'cac:TaxCategory'), elementAt(line, categoryPath(line))),
  );
  return corrections.includes(null) ? null : toCorrection(corrections.flatMap((it) => it!.edits));
}

/** Sets the rate of every item to that of the row that is its rate times 100. */
function adoptFractions(found: Case, groups: readonly XmlElement[], owners: readonly XmlElement[]): Correction | null {
  const corrections = owners.map((owner) => {
    const key = keyAt(owner);
    const rate = rateIn(key)?.multiply(HUNDRED);
    const group = groups.find((it) => {
      const other = keyOf(it, 'cac:TaxCategory');
      return rate != null && categoryIn(other) === categoryIn(key) && rateIn(other)?.compare(rate) === 0;
    });
    return group === undefined
      ? null
      : copyCategory(found, elementAt(group, 'cac:TaxCategory'), elementAt(owner, categoryPath(owner)));
  });
  if (groups.length < 2 || corrections.length === 0 || corrections.includes(null)) return null;
  const correction = toCorrection(corrections.flatMap((it) => it!.edits));
  return correction === null ? null : { ...correction, id: 'percent' };
}

export function copyCategory(found: Case, from: XmlElement | null, to: XmlElement | null): Correction | null {
  if (from === null || to === null) return null;
  const edits = ['cbc:ID', 'cbc:Percent'].flatMap((name) => {
    const value = textAt(from, name);
    const present = childrenOf(to, name)[0];
    if (value === (present === undefined ? null : textAt(to, name))) return [];
    if (value === null) return present === undefined ? [] : [found.editor().remove(present)];
    return [
      present === undefined
        ? found.editor().insert(to, { name, content: value })
        : found.editor().replaceText(present, value),
    ];
  });
  return toCorrection(edits);
}
