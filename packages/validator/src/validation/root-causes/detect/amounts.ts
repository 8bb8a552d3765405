import type { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import {
  type Cell,
  type Conflict,
  type Diagnosis,
  type Equation,
  findConflicts,
  type OperatorId,
} from '../../amounts/index.ts';
import { termName } from '../../terms/index.ts';
import { attributeOf, elementAt, enclosing, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { toCorrection } from '../patch/to-correction.ts';

const CAUSES: ReadonlyMap<string, CauseId> = new Map(
  Object.entries({
    'BT-131': 'line-amount-wrong',
    'BT-129': 'quantity-wrong',
    'BT-146': 'price-wrong',
    'BT-147': 'price-wrong',
    'BT-148': 'price-wrong',
    'BT-110': 'vat-amount-wrong',
    'BT-117': 'vat-amount-wrong',
    'BT-116': 'taxable-amount-wrong',
    'BT-119': 'vat-rate-wrong',
    'BT-113': 'amount-due-wrong',
    'BT-115': 'amount-due-wrong',
    'BT-114': 'rounding-wrong',
    'BT-94': 'allowance-percent-wrong',
    'BT-101': 'allowance-percent-wrong',
    'BT-138': 'allowance-percent-wrong',
    'BT-143': 'allowance-percent-wrong',
  }),
);

/** What is told first of a number, by the way in which it is wrong. */
const BY_OPERATOR: ReadonlyMap<OperatorId, CauseId> = new Map([
  ['swap', 'amounts-swapped'],
  ['percent', 'percentage-as-fraction'],
  ['without-vat', 'amount-with-vat'],
  ['state-paid', 'paid-amount-missing'],
  ['state-rounding', 'rounding-wrong'],
]);

/** One number of a product was chosen because it fits; the others may be the wrong ones as well. */
const GUESS: Text = {
  sk: 'Rovnako dobre môže byť chybné množstvo, cena alebo suma; porovnajte ich s objednávkou a dodacím listom.',
  en: 'Quantity, price or amount may be the wrong one as well; compare them with the order and the delivery note.',
};

/** So many explanations of one mistake are told side by side. */
const MOST_OFFERED = 5;

/** Sums and products that do not come out: the one number behind several of them. */
export function detectAmounts(found: Case): Mistake[] {
  if (found.root === null) return [];
  const issuesOf = new Map<Equation, number[]>();
  for (const index of found.open(({ undetermined }) => undetermined !== true)) {
    const element = found.elementOf(index);
    const equation = element === null ? null : found.equationOf(found.issues[index]!.rule_id, element);
    if (equation === null) continue;
    const known = issuesOf.get(equation);
    if (known === undefined) issuesOf.set(equation, [index]);
    else known.push(index);
  }
  if (issuesOf.size === 0) return [];
  return findConflicts(found.network(), new Set(issuesOf.keys())).flatMap((conflict) => {
    const issues = found.claim(conflict.equations.flatMap((equation) => issuesOf.get(equation) ?? []));
    return issues.length === 0 ? [] : [toMistake(found, conflict, issues)];
  });
}

function toMistake(found: Case, { equations, diagnoses, isCascade }: Conflict, issues: readonly number[]): Mistake {
  return {
    ...tell(found, diagnoses[0]!, isCascade),
    issues,
    confidence: isCascade ? 0.5 : diagnoses.length > 1 ? 0.8 : equations.length > 1 ? 0.95 : 0.85,
    corrections: diagnoses.slice(0, MOST_OFFERED).map((diagnosis) => () => {
      const correction = correct(found, diagnosis);
      return correction === null ? null : { ...correction, told: tell(found, diagnosis, isCascade) };
    }),
  };
}

function tell(found: Case, diagnosis: Diagnosis, isCascade: boolean): Pick<Mistake, 'id' | 'location' | 'values'> {
  const { trial } = diagnosis;
  const [cell, right] = [...trial][0]!;
  const [, other] = [...trial.keys()];
  return {
    id: nameOf(found, diagnosis, isCascade),
    location: locationOf(cell.node ?? cell.parent),
    values: {
      name: termName(cell.term),
      ...(other !== undefined && { other: termName(other.term) }),
      term: cell.term,
      found: cell.node === null ? '0.00' : textOf(cell.node),
      expected: written(right, cell),
      ...placesOf(diagnosis),
      ...(diagnosis.operators.get(cell) === 'state-rounding' && dueWithout(found, right)),
    },
  };
}

/** In how many places the same number is wrong; nothing where it is one, or where several numbers are. */
function placesOf({ trial }: Diagnosis): { places?: string } {
  const cells = [...trial.keys()];
  const lines = cells.filter(({ term }) => term === 'BT-131');
  const count = cells.every(({ term }) => term === cells[0]!.term) ? cells.length : lines.length;
  return count < 2 ? {} : { places: String(count) };
}

/** The amount due as it is stated, and as it would be without the rounding that is not. */
function dueWithout(found: Case, rounding: Decimal): { found?: string; expected?: string } {
  const due = found.network().equations.find(({ term }) => term === 'BT-115')?.result;
  if (due?.stated == null) return {};
  return { found: written(due.stated, due), expected: written(due.stated.subtract(rounding), due) };
}

function nameOf(found: Case, { trial, operators }: Diagnosis, isCascade: boolean): CauseId {
  const [[cell, right] = []] = trial;
  if (cell === undefined || right === undefined) return 'amounts-inconsistent';
  const kinds = new Set(operators.values());
  const [kind] = kinds;
  const byOperator = kinds.size === 1 && kind !== undefined ? BY_OPERATOR.get(kind) : undefined;
  if (byOperator !== undefined) return byOperator;
  if (operators.get(cell) === 'without-vat') return 'amount-with-vat';
  // What the text of a missing rounding says is not so of one that is stated.
  if (cell.term === 'BT-114' && cell.node !== null) return 'total-wrong';
  const isOneTerm = [...trial.keys()].every(({ term }) => term === cell.term);
  if (trial.size > 1 && (isCascade || !isOneTerm)) return 'amounts-inconsistent';
  if (cell.term === 'BT-115' && isPaidTwice(found, cell, right)) return 'prepaid-not-subtracted';
  return CAUSES.get(cell.term) ?? (/^BT-(92|99|136|141)$/.test(cell.term) ? 'allowance-amount-wrong' : 'total-wrong');
}

/** The paid amount is stated, and the amount due does not subtract it. */
function isPaidTwice(found: Case, due: Cell, right: Decimal): boolean {
  const paid = found.network().equations.find(({ term }) => term === 'BT-115')?.parts[1]?.cell.stated;
  if (paid == null || paid.isZero() || due.stated === null) return false;
  return due.stated.subtract(right).abs().compare(paid.abs()) === 0;
}

/** Writes the right numbers; what is not stated yet is put where UBL wants it. */
function correct(found: Case, { trial, operators }: Diagnosis): Correction | null {
  const edits = [...trial].map(([cell, right]) => {
    const value = written(right, cell);
    if (cell.node !== null) return found.editor().replaceText(cell.node, value);
    return found
      .editor()
      .insert(cell.parent, { name: cell.name, attributes: attributesOf(found, cell), content: value });
  });
  const correction = toCorrection(edits);
  const ids = new Set(operators.values());
  const [id] = ids;
  const isOfProduct = trial.size === 1 && [...trial.keys()].every(({ term }) => PRODUCT.includes(term));
  return correction === null
    ? null
    : { ...correction, id: id === undefined || ids.size > 1 ? 'compute' : id, ...(isOfProduct && { note: GUESS }) };
}

/** Quantity, price, quantity of the price and net amount of a line. */
const PRODUCT = ['BT-129', 'BT-131', 'BT-146', 'BT-149'];

export function attributesOf(found: Case, { term, parent }: Cell): Record<string, string> {
  if (term !== 'BT-149') return { currencyID: textAt(found.root!, 'cbc:DocumentCurrencyCode') ?? '' };
  const line = enclosing(parent, 'line');
  const quantity = line === null ? null : elementAt(line, 'quantity');
  const unitCode = quantity === null ? null : attributeOf(quantity, 'unitCode');
  return unitCode === null ? {} : { unitCode };
}

/** Amounts with two decimals; rates, quantities and prices as they are. */
export function written(value: Decimal, { term }: Cell): string {
  const text = value.stripped().toString();
  if (/^BT-(119|129|143|138|94|101|149)$/.test(term)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? `${text}.00` : decimals === 1 ? `${text}0` : text;
}
