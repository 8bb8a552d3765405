import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { ExplainedPart, Explanation } from '@e-invoice/schematron/explain';
import { cutText, locationOf, NodeKind, stringValue, type XmlNode } from '@e-invoice/schematron/xml';
import { termsAt } from '../catalog/index.ts';
import type { Calculation, CalculationTerm, Issue } from '../issues/index.ts';
import { maskCards } from './mask-cards.ts';
import { money } from './root-causes/describe-value.ts';
import { termLocationOf } from './terms/index.ts';

type Operation = CalculationTerm['operation'];
/** A number of the document and its operation, in the order of the expression. */
type Term = { readonly node: XmlNode; readonly amount: Decimal; readonly operation: Operation };

const VALUE_LIMIT = 200;
const MAX_TERMS = 20;

/**
 * Derives the value, the expected value and the calculation of an issue from the expression of a failed assertion.
 * Returns fields only when the expression determines them with certainty.
 */
export function readExplanation(
  explanation: Explanation | null,
): Partial<Pick<Issue, 'value' | 'expected' | 'calculation'>> {
  if (explanation === null || explanation.shortened) return {};
  const calculation = calculationIn(explanation.test);
  if (calculation !== null) return { value: calculation.stated, expected: likeStated(calculation), calculation };
  const [only, ...others] = explanation.nodes;
  const isOne = only !== undefined && others.length === 0 && isLeaf(only);
  return isOne ? { value: cutText(maskCards(stringValue(only).trim()), VALUE_LIMIT) } : {};
}

/** The result with two decimals when the document states the amount with two. */
function likeStated({ stated, result }: Calculation): string {
  const value = parseDecimal(result);
  return value !== null && /\.\d\d$/.test(stated ?? '') && value.round(2).compare(value) === 0 ? money(value) : result;
}

const isLeaf = (node: XmlNode): boolean =>
  node.kind === NodeKind.ATTRIBUTE ||
  node.kind === NodeKind.TEXT ||
  (node.kind === NodeKind.ELEMENT && !node.children.some(({ kind }) => kind === NodeKind.ELEMENT));

/** The equation that failed: one stated number compared with several others. */
function calculationIn(test: ExplainedPart): Calculation | null {
  const equation = equationIn(test);
  if (equation === null || equation.parts.length !== 2) return null;
  const sides = equation.parts.map((part) => ({ part, terms: termsIn(part), value: numberOf(part) }));
  const stated = sides.filter(({ terms }) => terms?.length === 1);
  const computed = sides.filter(({ terms }) => terms !== null && terms.length > 1);
  const [one] = stated;
  const [other] = computed;
  if (stated.length !== 1 || computed.length !== 1 || one?.value == null || other?.value == null) return null;
  // The terms must add up to the value that the rule computed; otherwise the terms were misread.
  const sum = resultOf(other.terms!);
  if (sum === null || (sum.compare(other.value) !== 0 && sum.round(2).compare(other.value) !== 0)) return null;
  if (one.value.compare(one.terms![0]!.amount) !== 0) return null;
  const terms = other.terms!;
  return {
    terms: terms.slice(0, MAX_TERMS).map(toTerm),
    ...(terms.length > MAX_TERMS && { terms_left_out: terms.length - MAX_TERMS }),
    result: other.value.toString(),
    stated: stringValue(one.terms![0]!.node).trim(),
    difference: one.value.subtract(other.value).toString(),
  };
}

const EQUATIONS: ReadonlySet<string> = new Set(['equalOp', 'eqOp']);
/** Expressions that are false only because their last evaluated part is false. */
const AROUND: ReadonlySet<string> = new Set(['andOp', 'every', 'ifThenElseExpr', 'sequenceExpr', 'fn:boolean']);

/** Finds the equation whose failure alone makes the test fail. */
function equationIn(part: ExplainedPart): ExplainedPart | null {
  if (part.values[0] !== 'false') return null;
  if (EQUATIONS.has(part.kind)) return part;
  const last = part.parts.at(-1);
  return AROUND.has(part.kind) && last !== undefined ? equationIn(last) : null;
}

const numberOf = ({ values, count }: ExplainedPart): Decimal | null => (count === 1 ? parseDecimal(values[0]!) : null);

const SIGNS: ReadonlyMap<string, Operation> = new Map([
  ['addOp', 'add'],
  ['subtractOp', 'subtract'],
  ['multiplyOp', 'multiply'],
  ['divOp', 'divide'],
]);
/** Expressions that return their one numeric operand unchanged. */
const SAME: ReadonlySet<string> = new Set([
  'castExpr',
  'varRef',
  'sequenceExpr',
  'fn:number',
  'fn:string',
  'fn:normalize-space',
  'fn:data',
]);

/** The numbers that an expression combines, left to right; null for any other expression. */
function termsIn(part: ExplainedPart): readonly Term[] | null {
  const { kind, parts, nodes, count } = part;
  const [first, second, third] = parts;
  const [node] = nodes;
  if (node !== undefined && nodes.length === 1 && count === 1 && isLeaf(node)) {
    const amount = parseDecimal(stringValue(node).trim());
    return amount === null ? null : [{ node, amount, operation: 'add' }];
  }
  if (kind === 'fn:sum') return parts.length === 1 ? sumOf(first!) : null;
  const operation = SIGNS.get(kind);
  if (operation !== undefined && first !== undefined && second !== undefined && third === undefined)
    return combined(termsIn(first), operation, termsIn(second));
  if (first === undefined || second !== undefined) return null;
  const isSame = SAME.has(kind) || isRounded(part, first);
  return isSame ? termsIn(innermost(part)) : null;
}

/** Whether `round(E * 100) div 100` or `round(E)` changes the value by less than a cent. */
function isRounded(part: ExplainedPart, first: ExplainedPart): boolean {
  const inner = innermost(part);
  const [own, of] = [numberOf(part), numberOf(inner)];
  const isRounding = part.kind === 'fn:round' || (part.kind === 'divOp' && first.kind === 'fn:round');
  return isRounding && own !== null && of !== null && of.round(2).compare(own) === 0;
}

/** The operand of a rounding: `E` in `round(E * 100) div 100`. */
function innermost(part: ExplainedPart): ExplainedPart {
  const [first] = part.parts;
  const [scaled] = first?.parts ?? [];
  const isScaled = part.kind === 'divOp' && first?.kind === 'fn:round' && scaled?.kind === 'multiplyOp';
  return isScaled && scaled.parts.length === 1 ? scaled.parts[0]! : first!;
}

/** The items of a sum: nodes, or one number per node. */
function sumOf(items: ExplainedPart): readonly Term[] | null {
  const { kind, parts, count } = items;
  if (kind === 'varRef' && parts.length === 1 && parts[0]!.count === count) return sumOf(parts[0]!);
  if (kind !== 'pathExpr' && kind !== 'simpleMapExpr' && kind !== 'flworExpr') return null;
  if (parts.length === 0) {
    if (items.nodes.length !== count) return null;
    return items.nodes.flatMap((node) => termsIn({ ...items, nodes: [node], count: 1 }) ?? []).length === count
      ? items.nodes.map((node) => ({
          node,
          amount: parseDecimal(stringValue(node).trim())!,
          operation: 'add' as const,
        }))
      : null;
  }
  const each = parts.map((part) => termsIn(part));
  return each.length === count && each.every((terms) => terms?.length === 1) ? each.map((terms) => terms![0]!) : null;
}

/** Appends the terms of the right operand. For multiplication and division it must be a single number. */
function combined(
  left: readonly Term[] | null,
  operation: Operation,
  right: readonly Term[] | null,
): readonly Term[] | null {
  if (left === null || right === null || left.length === 0) return null;
  const isSum = right.every((term) => term.operation === 'add');
  const isAdded = operation === 'add' || operation === 'subtract';
  if (!isSum || (!isAdded && right.length !== 1)) return null;
  return [...left, ...right.map((term) => ({ ...term, operation }))];
}

function resultOf(terms: readonly Term[]): Decimal | null {
  let result = ZERO;
  for (const [index, { amount, operation }] of terms.entries()) {
    if (index === 0) result = amount;
    else if (operation === 'divide' && amount.isZero()) return null;
    else result = result[operation](amount);
  }
  return result;
}

function toTerm({ node, amount, operation }: Term): CalculationTerm {
  const location = locationOf(node);
  const [term] = termsAt(termLocationOf(node));
  const name = 'local' in node ? node.local : '';
  return {
    business_term: term?.id ?? null,
    label: term?.name ?? { sk: name, en: name },
    amount: amount.toString(),
    operation,
    location,
  };
}
