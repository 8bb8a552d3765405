import type { Rate } from './books.ts';
import { type Fact, rangesOf } from './intervals.ts';

/** Most rates for which the smallest set is searched; its time grows with the square of their number. */
const MAX_RATES = 30;

/** Most sets tried before the search settles for a set from which no number can be removed. */
const MAX_TRIED = 4_000;

/**
 * The smallest set of facts that contradict each other. With more than 30 rates, those of the first rate that
 * contradicts itself, otherwise those of one total of the document and the rates.
 *
 * @param facts contradicting facts
 */
export function smallestContradiction(rates: readonly Rate[], facts: readonly Fact[]): readonly Fact[] {
  if (rates.length > MAX_RATES) return firstContradiction(rates, facts);
  const contradicts = (set: readonly Fact[]): boolean => rangesOf(rates, set) === null;
  const irreducible = reduce(facts, contradicts);
  const groups: Fact[][] = [...rates.keys(), null].map((rate) => facts.filter((fact) => fact.rate === rate));
  let tried = 0;
  for (let size = 1; size < irreducible.length; size += 1) {
    for (const set of connectedSets(rates, groups, size)) {
      tried += 1;
      if (tried > MAX_TRIED) return irreducible;
      if (contradicts(set)) return set;
    }
  }
  return irreducible;
}

/** The time is linear in the number of rates. */
function firstContradiction(rates: readonly Rate[], facts: readonly Fact[]): readonly Fact[] {
  const ofRates = new Map<number | null, Fact[]>([...rates.keys(), null].map((rate) => [rate, []]));
  for (const fact of facts) ofRates.get(fact.rate)!.push(fact);
  for (const [index, rate] of rates.entries()) {
    const alone = (set: readonly Fact[]): boolean =>
      rangesOf(
        [rate],
        set.map((fact) => ({ ...fact, rate: 0 })),
      ) === null;
    const own = ofRates.get(index)!;
    if (alone(own)) return reduce(own, alone);
  }
  const ofDocument = ofRates.get(null)!;
  const contradicts = (set: readonly Fact[]): boolean => rangesOf(rates, set) === null;
  if (contradicts(ofDocument)) return reduce(ofDocument, contradicts);
  for (const total of ofDocument) {
    const set = [...facts.filter(({ rate, name }) => rate !== null && name === total.name), total];
    if (contradicts(set)) return set;
  }
  return facts;
}

/** Removes facts, the lines and the least important numbers first, while the rest still contradicts itself. */
function reduce(facts: readonly Fact[], contradicts: (set: readonly Fact[]) => boolean): readonly Fact[] {
  let left = facts;
  for (const fact of [...facts].reverse()) {
    const fewer = left.filter((it) => it !== fact);
    if (contradicts(fewer)) left = fewer;
  }
  return left;
}

/**
 * Sets of one size that can contradict each other. Equations connect the numbers of one rate, those of the document,
 * or those of the document with all rates: of at most one taxed rate no number is then needed.
 */
function* connectedSets(rates: readonly Rate[], groups: readonly Fact[][], size: number): Generator<readonly Fact[]> {
  for (const group of groups) yield* subsets(group, size);
  yield* across(rates, groups, size, 0, []);
}

function* across(
  rates: readonly Rate[],
  groups: readonly Fact[][],
  size: number,
  empty: number,
  chosen: readonly Fact[][],
): Generator<readonly Fact[]> {
  const index = chosen.length;
  if (index === groups.length - 1) {
    if (size > 0 && chosen.some((facts) => facts.length > 0))
      for (const set of subsets(groups[index]!, size)) yield [...chosen.flat(), ...set];
    return;
  }
  const isFree = rates[index]!.rate.isZero();
  for (let count = 0; count <= Math.min(size, groups[index]!.length); count += 1) {
    const without = empty + Number(count === 0 && !isFree);
    if (without > 1) continue;
    for (const set of subsets(groups[index]!, count))
      yield* across(rates, groups, size - count, without, [...chosen, set]);
  }
}

function* subsets(facts: readonly Fact[], size: number, from = 0): Generator<Fact[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let index = from; index <= facts.length - size; index += 1)
    for (const rest of subsets(facts, size - 1, index + 1)) yield [facts[index]!, ...rest];
}
