import { cutText, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { isMisspelt } from '../../layers/structure/index.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { termPathOfIssue } from '../issue-path.ts';
import { needs } from '../needs.data.ts';
import type { Edit } from '../patch/edit.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPath, termPathOf } from '../paths.ts';
import { textContentOf } from './describe-element.ts';
import { nameOfPath } from './describe-path.ts';
import { claimReaders } from './readers.ts';
import { withoutCopies } from './remaining.ts';

/**
 * Detects structural damage: names, order, repetition, stray text. Also claims issues about items that are missing
 * because of it.
 */
export function detectStructure(found: Case): Mistake[] {
  return [...detectMisnamed(found), ...detectOrder(found), ...detectOthers(found)];
}

/** Maximum number of misspelt names reported separately. */
const MAX_NAMES = 100;

/** Detects misspelt element names, which make the rules miss the intended element. */
function detectMisnamed(found: Case): Mistake[] {
  const strangers = found.openOf('UBL-STRUCTURE-ELEMENT-UNKNOWN', 'UBL-STRUCTURE-ELEMENT-NOT-ALLOWED');
  const byIntended = new Map<string, { indexes: number[]; intended: string; written: string; paths: Set<string> }>();
  for (const index of strangers) {
    const { expected, location } = found.issues[index]!;
    const element = found.elementOf(index);
    if (expected === null || expected.includes(' ') || element === null) continue;
    if (expected.slice(4).toLowerCase() !== element.local.toLowerCase() && !isMisspelt(expected, element.local))
      continue;
    const parent = element.parent.kind === NodeKind.ELEMENT ? termPathOf(element.parent) : '';
    const path = parent === '' ? expected : `${parent}/${expected}`;
    const written = location.slice(location.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');
    // The same misspelling at seller and buyer is one mistake of the software.
    const key = `${written} ${expected}`;
    const known = byIntended.get(key);
    if (known === undefined)
      byIntended.set(key, { indexes: [index], intended: expected, written, paths: new Set([path]) });
    else {
      known.indexes.push(index);
      known.paths.add(path);
    }
  }
  const wanting = byIntended.size === 0 ? new Map<string, number[]>() : indexWanting(found);
  return [...byIntended.values()].slice(0, MAX_NAMES).map(({ indexes, intended: meant, written, paths }) => {
    const elements = indexes.map((index) => found.elementOf(index)!);
    const [first = meant] = paths;
    const issues = found.claim([...indexes, ...[...paths].flatMap((path) => wanting.get(path) ?? [])]);
    const damages = [...paths].map((path) => ({ path, lines: null }));
    issues.push(...claimReaders(found, damages));
    return {
      id: 'element-misnamed',
      issues: issues.sort((a, b) => a - b),
      confidence: 0.95,
      values: { found: written, expected: meant, name: nameOfPath(first) },
      corrections: [() => toCorrection(sameNamed(elements).map((element) => found.editor().rename(element, meant)))],
    };
  });
}

/** The structure check reports siblings with one name once, so all of them are collected. */
function sameNamed(elements: readonly XmlElement[]): XmlElement[] {
  return elements.flatMap((element) => {
    const { parent } = element;
    return parent.children.filter(
      (child): child is XmlElement =>
        child.kind === NodeKind.ELEMENT && child.local === element.local && child.uri === element.uri,
    );
  });
}

/** The issues of rules that require an item, by every prefix of its path. */
function indexWanting(found: Case): Map<string, number[]> {
  const wanting = new Map<string, number[]>();
  for (const index of found.open(({ rule_id }) => needs.get(rule_id) !== undefined)) {
    const { rule_id } = found.issues[index]!;
    const at = termPathOfIssue(found, index);
    let path = at;
    for (const step of needs.get(rule_id)!.split('/')) {
      path = path === '' ? step : `${path}/${step}`;
      const known = wanting.get(path);
      if (known === undefined) wanting.set(path, [index]);
      else known.push(index);
    }
  }
  return wanting;
}

function detectOrder(found: Case): Mistake[] {
  const issues = found.claim(found.openOf('UBL-STRUCTURE-ELEMENT-MISPLACED'));
  if (issues.length === 0) return [];
  const moved = new Map<XmlElement, XmlElement[]>();
  for (const index of issues) {
    const element = found.elementOf(index);
    if (element === null || element.parent.kind !== NodeKind.ELEMENT) continue;
    const known = moved.get(element.parent);
    if (known === undefined) moved.set(element.parent, sameNamed([element]));
    else known.push(...sameNamed([element]));
  }
  const reorder = (): Correction | null => {
    const edits = [...moved].map(([parent, elements]) => found.editor().reorder(parent, elements));
    return edits.includes(null) ? null : toCorrection((edits as Edit[][]).flat());
  };
  return [
    {
      id: 'element-order',
      issues,
      confidence: 0.95,
      values: { count: String(issues.length) },
      isDoubtful: isOfBrokenSums(found, [...moved.keys()]),
      corrections: [reorder],
    },
  ];
}

/** Whether sums of the misordered elements do not agree: two elements may have exchanged names instead. */
const isOfBrokenSums = (found: Case, parents: readonly XmlElement[]): boolean =>
  found.open(({ rule_id, undetermined }, index) => {
    const element = undetermined === true ? null : found.elementOf(index);
    const equation = element === null ? null : found.equationOf(rule_id, element);
    return (
      equation !== null &&
      [equation.result, ...equation.parts.map(({ cell }) => cell)].some(({ parent }) => parents.includes(parent))
    );
  }).length > 0;

/** The names of the first few elements or attributes with issues. */
function namesAt(found: Case, indexes: readonly number[]): string {
  const names = new Set(
    indexes.map((index) => found.issues[index]!.location.replace(/^.*\//, '').replace(/\[\d+\]$/, '')),
  );
  const shown = [...names].filter((name) => name !== '').map((name) => cutText(name, 60));
  return shown.slice(0, MAX_SHOWN).join(', ') + (shown.length > MAX_SHOWN ? ' …' : '');
}

/** Maximum number of names shown. */
const MAX_SHOWN = 3;

function detectOthers(found: Case): Mistake[] {
  const mistakes: Mistake[] = [];
  const foreign = found.claim(found.openOf('UBL-STRUCTURE-ELEMENT-UNKNOWN'));
  if (foreign.length > 0) {
    // CII has no place for foreign elements.
    const isOfCii = found.issues[foreign[0]!]!.layer === 'CII';
    const isNamespace =
      isOfCii || foreign.some((index) => /CommonBasic|CommonAggregate/.test(found.elementOf(index)?.uri ?? ''));
    const id = isNamespace ? 'element-unknown' : 'element-foreign';
    mistakes.push({ id, issues: foreign, confidence: 0.8, values: { names: namesAt(found, foreign) } });
  }
  const misplaced = found.claim(found.openOf('UBL-STRUCTURE-ELEMENT-NOT-ALLOWED', 'UBL-STRUCTURE-TEXT-UNEXPECTED'));
  if (misplaced.length > 0) {
    const values = { names: namesAt(found, misplaced) };
    mistakes.push({ id: 'element-not-allowed', issues: misplaced, confidence: 0.8, values });
  }
  const repeated = found.openOf('UBL-STRUCTURE-ELEMENT-REPEATED');
  if (repeated.length > 0) mistakes.push(repeatedElements(found, repeated));
  const attributes = found.claim(found.openOf('UBL-STRUCTURE-ATTRIBUTE-UNKNOWN'));
  if (attributes.length > 0) {
    const remove = (): Correction | null =>
      toCorrection(
        attributes.map((index) => {
          const node = found.nodeOf(index);
          return node?.kind === NodeKind.ATTRIBUTE ? found.editor().remove(node) : null;
        }),
      );
    const values = { names: namesAt(found, attributes) };
    mistakes.push({ id: 'attribute-unknown', issues: attributes, confidence: 0.85, values, corrections: [remove] });
  }
  return mistakes;
}

/** Maximum number of differing repetitions for which alternatives are offered. */
const MAX_EACH = 3;

/**
 * Corrections that keep one of several differing repetitions each: only the accounting records show which one is
 * right.
 */
function withoutEach(found: Case, elements: readonly XmlElement[]): (() => Correction | null)[] {
  const [first] = elements;
  const same = elements.length === 1 && first !== undefined ? sameNamed([first]) : [];
  if (same.length < 2 || same.length > MAX_EACH || new Set(same.map(textContentOf)).size === 1) return [];
  return same.map(
    (remaining) => () => toCorrection(same.filter((it) => it !== remaining).map((it) => found.editor().remove(it))),
  );
}

/**
 * Describes an element that is repeated although it may occur once. Rules that count it, or read two values, fail
 * too.
 */
function repeatedElements(found: Case, repeated: readonly number[]): Mistake {
  const paths = new Set(repeated.slice(0, MAX_NAMES).map((index) => termPath(found.issues[index]!.location)));
  const issues = found.claim(repeated);
  issues.push(
    ...found.claim(
      found.open(
        ({ undetermined, location }) =>
          undetermined === true && [...paths].some((path) => path.startsWith(termPath(location))),
      ),
    ),
  );
  const elements = [...new Set(repeated.map((index) => found.elementOf(index)))].filter((it) => it !== null);
  return {
    id: 'element-repeated',
    issues: issues.sort((a, b) => a - b),
    confidence: 0.85,
    corrections: [() => withoutCopies(found, elements), ...withoutEach(found, elements)],
  };
}
