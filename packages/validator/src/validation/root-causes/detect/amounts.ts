import type { Decimal } from '@e-invoice/schematron/decimal';
import { locationOf } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { type Cell, type Equation, findSuspects, type Suspect } from '../../amounts/index.ts';
import { termName } from '../../terms/index.ts';
import { elementAt, textAt, textOf } from '../../ubl-elements.ts';
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
  }),
);

/** One number of a product was chosen because it fits; the others may be the wrong ones as well. */
const GUESS: Text = {
  sk: 'Návrh mení údaj, s ktorým výpočet vyjde. Rovnako dobre môže byť chybné množstvo, cena alebo suma; porovnajte ich s podkladmi.',
  en: 'The proposal changes one number so that the calculation works. Quantity, price or amount may be the wrong one as well; compare them with your records.',
};

/** A difference up to so much is a cash rounding rather than a mistake. */
const ROUNDING_CENTS = 5;

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
  const mistakes: Mistake[] = [];
  for (const suspect of findSuspects(found.network(), new Set(issuesOf.keys()))) {
    const issues = found.claim(suspect.explains.flatMap((equation) => issuesOf.get(equation) ?? []));
    if (issues.length > 0) mistakes.push(toMistake(found, suspect, issues));
  }
  return mistakes;
}

function toMistake(found: Case, suspect: Suspect, issues: readonly number[]): Mistake {
  const [first] = suspect.cells;
  const cell = first!;
  const right = suspect.trial.get(cell)!;
  const special = specialCause(found, suspect);
  const id: CauseId =
    special ??
    (suspect.isCascade && suspect.cells.length > 1
      ? 'amounts-inconsistent'
      : (CAUSES.get(cell.term) ?? (/^BT-(92|99|136|141)$/.test(cell.term) ? 'allowance-amount-wrong' : 'total-wrong')));
  const isGuess = !suspect.isComputed && suspect.explains.length === 1;
  const corrections = [() => correct(found, suspect.cells, suspect.trial, isGuess ? GUESS : undefined)];
  if (id === 'rounding-wrong') corrections.unshift(() => roundTo(found, cell));
  return {
    id,
    issues,
    location: locationOf(cell.node ?? cell.parent),
    confidence: suspect.isCascade ? 0.5 : suspect.explains.length > 1 ? 0.95 : suspect.isComputed ? 0.8 : 0.6,
    values: {
      name: termName(cell.term),
      term: cell.term,
      found: cell.node === null ? '–' : textOf(cell.node),
      expected: written(right, cell),
      count: String(suspect.cells.length),
    },
    corrections,
  };
}

/** Patterns that people know by a name. */
function specialCause(found: Case, { cells, trial }: Suspect): CauseId | null {
  const [cell] = cells;
  if (cells.length !== 1 || cell?.term !== 'BT-115' || cell.stated === null) return null;
  const totals = elementAt(found.root!, 'cac:LegalMonetaryTotal');
  const off = cell.stated.subtract(trial.get(cell)!).abs();
  if (textAt(totals!, 'cbc:PrepaidAmount') !== null) {
    const paid = found.network().equations.find(({ term }) => term === 'BT-115')?.parts[1]?.cell.stated;
    if (paid !== null && paid !== undefined && off.compare(paid.abs()) === 0 && !paid.isZero())
      return 'prepaid-not-subtracted';
  }
  return off.toNumber() * 100 <= ROUNDING_CENTS ? 'rounding-wrong' : null;
}

/** Keeps the amount due and states what it was rounded by (BT-114). */
function roundTo(found: Case, due: Cell): Correction | null {
  const equation = found.network().equations.find(({ term }) => term === 'BT-115');
  if (equation === undefined || due.stated === null || due.node === null) return null;
  const [inclusive, paid] = equation.parts.map(({ cell }) => cell);
  if (inclusive?.stated == null) return null;
  let rest = due.stated.subtract(inclusive.stated);
  if (paid?.stated != null) rest = rest.add(paid.stated);
  const rounding = equation.parts[2]!.cell;
  return correct(found, [rounding], new Map([[rounding, rest]]));
}

/** Writes the right numbers; what is not stated yet is put where UBL wants it. */
function correct(
  found: Case,
  cells: readonly Cell[],
  trial: ReadonlyMap<Cell, Decimal>,
  note?: Text,
): Correction | null {
  const edits = cells.map((cell) => {
    const value = written(trial.get(cell)!, cell);
    if (cell.node !== null) return found.editor().replaceText(cell.node, value);
    const currencyID = textAt(found.root!, 'cbc:DocumentCurrencyCode') ?? '';
    return found.editor().insert(cell.parent, { name: cell.name, attributes: { currencyID }, content: value });
  });
  const correction = toCorrection(edits);
  return correction === null
    ? null
    : {
        ...correction,
        ...(note !== undefined && { note }),
      };
}

/** Amounts with two decimals; rates, quantities and prices as they are. */
function written(value: Decimal, { term }: Cell): string {
  const text = value.toString();
  if (/^BT-(119|129|143|138|94|101)$/.test(term)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals === 0 ? `${text}.00` : decimals === 1 ? `${text}0` : text;
}
