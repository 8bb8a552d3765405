import { Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { keyOf, toCents } from '../../amounts/index.ts';
import { childrenOf, elementAt, enclosing, isNamed, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { isCharge } from '../describe-holder.ts';
import { describeLines } from '../describe-lines.ts';
import { money } from '../describe-value.ts';
import type { Fragment } from '../patch/fragment.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { claimAs, REASONS, rulesOf } from './vat-rules.ts';

const LINE = 'cac:Item/cac:ClassifiedTaxCategory';

type Group = { readonly category: string; readonly percent: string | null; taxable: Decimal };

/** What the breakdown should hold, from the lines and the allowances of the document; null where a number is missing. */
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

/** Writes the missing VAT groups, from what the lines state (BT-116 to BT-119). */
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

/** Lines and breakdown that do not know the same categories and rates (BR-S-01, BR-S-08 and their families). */
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
  // A line of an unknown rate leaves a gap in the group it should be in.
  const group = unused[0] ?? (unknown.length > 0 ? gapFor(found, unknown[0]!, issues) : undefined);
  const [line] = unknown;
  const groupKey = group === undefined ? '' : keyOf(group, 'cac:TaxCategory');
  const lineKey = line === undefined ? '' : keyAt(line);
  const isRate = categoryIn(groupKey) === categoryIn(lineKey);
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
        () => (group === undefined || unused.length !== 1 || line === undefined ? null : adopt(found, group, line)),
        () => (group === undefined || line === undefined ? null : adoptAll(found, group, unknown)),
        () => (unused.length === 0 ? buildBreakdown(found) : null),
      ],
    },
  ];
}

type Owner = 'line' | 'lines' | 'allowance' | 'charge';

/** Of the first of them, which is the one whose rate is told. */
function ownerOf([first, second]: readonly XmlElement[]): Owner {
  if (first?.local === 'AllowanceCharge') return isCharge(first) ? 'charge' : 'allowance';
  return second === undefined || second.local === 'AllowanceCharge' ? 'line' : 'lines';
}

/** What the breakdown does not agree with (BG-25, BG-20, BG-21). */
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

/** Rows that hold the base of another rate beside their own. */
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
  // A row whose tax is that of its own rate is right: then the line has the wrong rate.
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

/** Gives the row its own base and tax again, and the other rates rows of their own; the VAT total stays. */
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

/** Where the sums do not agree because the tax of a rate is nowhere. */
const TOTAL_RULES = ['BR-CO-15', 'BR-CO-16'];

/** Lines of a rate that no row of the breakdown has, while the rows that there are agree with their lines. */
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

/** Whether the total with VAT has more tax in it than the rows state: that of the missing row. */
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

/** So many rates are named. */
const MAX_NAMED = 5;

/** A rate as people say it; nothing where there is none that can be read. */
const describeBoth = (key: string): Text | string =>
  rateIn(key) === null ? '' : { sk: describeKey(key, ','), en: describeKey(key, '.') };

const rateIn = (key: string): Decimal | null => parseDecimal(key.split(' ')[1] ?? '');

/** That one of two rates is the other written as a fraction, as spreadsheets keep percentages. */
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

/** `23 %` of the key of a rate, else its category alone. */
export function describeKey(key: string, point: string): string {
  const [category = '', rate] = key.split(' ');
  return rate === undefined ? category : `${rate.replace('.', point)} %`;
}

/** The group that a line, or an allowance of the document, belongs to. */
const keyAt = (owner: XmlElement): string => keyOf(owner, categoryPath(owner));

const categoryPath = (owner: XmlElement): string => (isNamed(owner, 'cac:AllowanceCharge') ? 'cac:TaxCategory' : LINE);

/** The group of the line's category whose taxable amount a rule found wrong. */
function gapFor(found: Case, line: XmlElement, issues: readonly number[]): XmlElement | undefined {
  const category = textAt(line, `${categoryPath(line)}/cbc:ID`);
  const groups = issues.map((index) => {
    const element = found.elementOf(index);
    return element === null ? null : enclosing(element, 'cac:TaxSubtotal');
  });
  return groups.find((group) => group !== null && textAt(group, 'cac:TaxCategory/cbc:ID') === category) ?? undefined;
}

/** Groups that no line has, and lines (or allowances) that no group has; null when there are neither. */
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

/** Gives the group the category and rate of the line. */
function adopt(found: Case, group: XmlElement, line: XmlElement): Correction | null {
  return copyCategory(found, elementAt(line, categoryPath(line)), elementAt(group, 'cac:TaxCategory'));
}

/** Gives the lines the category and rate of the group. */
function adoptAll(found: Case, group: XmlElement, lines: readonly XmlElement[]): Correction | null {
  const corrections = lines.map((line) =>
    copyCategory(found, elementAt(group, 'cac:TaxCategory'), elementAt(line, categoryPath(line))),
  );
  return corrections.includes(null) ? null : toCorrection(corrections.flatMap((it) => it!.edits));
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
