import type { XmlElement } from '../xml/index.ts';
import type { Check, Let, Pattern, Rule } from './model.ts';
import { readText } from './read-text.ts';
import { attribute, expression, fault, isElement, type ReadingContext } from './reading.ts';

/**
 * Namespace of elements that define an earlier release by its differences from the later release that it extends
 * (`schematron/README.md`). Other Schematron processors ignore them as foreign elements.
 */
export const DIFFERENCES = 'urn:x-rules:differences';

/** The parts of a schema that can differ. */
type Differing = { readonly lets: readonly Let[]; readonly patterns: readonly Pattern[] };

type Change = (reading: ReadingContext, element: XmlElement, to: Differing) => Differing;

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ['without', without],
  ['assert', changeChecks],
  ['rule', changeContext],
  ['let', changeLet],
  ['list', changeList],
]);

/**
 * Applies the difference elements to a parsed schema, in order. A difference without effect is a fault, because it
 * misstates one of the two releases.
 */
export function applyDifferences(reading: ReadingContext, content: readonly XmlElement[], read: Differing): Differing {
  let made = read;
  for (const element of content) {
    if (element.uri !== DIFFERENCES) continue;
    const change = CHANGES.get(element.local);
    if (change === undefined) fault(reading, element, `there is no difference <${element.local}>`);
    else made = change(reading, element, made);
  }
  return made;
}

const wordsOf = (reading: ReadingContext, element: XmlElement, name: string): string[] =>
  (attribute(reading, element, name) ?? '').split(/\s+/).filter(Boolean);

/** `<without rules="A B"/>`: removes assertions; a rule that loses all its assertions no longer matches. */
function without(reading: ReadingContext, element: XmlElement, { lets, patterns }: Differing): Differing {
  const ids = new Set(wordsOf(reading, element, 'rules'));
  for (const id of ids) if (!hasPattern(patterns, id)) fault(reading, element, `there is no rule "${id}" to leave out`);
  const left = patterns.map((pattern) => ({
    ...pattern,
    rules: pattern.rules
      .map((rule) => ({ ...rule, checks: rule.checks.filter(({ id }) => !ids.has(id)) }))
      .filter(({ checks }, index) => checks.length > 0 || pattern.rules[index]!.checks.length === 0),
  }));
  return { lets, patterns: left };
}

/**
 * `<assert id="A" flag="…" test="…">text</assert>`: replaces the flag, test and text that are present, wherever `A`
 * occurs.
 */
function changeChecks(reading: ReadingContext, element: XmlElement, { lets, patterns }: Differing): Differing {
  const id = attribute(reading, element, 'id') ?? '';
  const [flag, test] = [attribute(reading, element, 'flag'), expression(reading, element, 'test')];
  const hasText = element.children.some((child) => isElement(child) || (child.kind === 3 && child.value.trim() !== ''));
  if (!hasPattern(patterns, id)) fault(reading, element, `there is no rule "${id}" to change`);
  const change = (check: Check): Check => {
    if (check.id !== id) return check;
    const same = (flag !== null && flag === check.flag) || test?.text === check.test.text;
    if (same || (flag === null && test === null && !hasText)) {
      fault(reading, element, `"${id}" is like that already`);
    }
    return {
      ...check,
      flag: flag ?? check.flag,
      test: test ?? check.test,
      text: hasText ? readText(reading, element) : check.text,
    };
  };
  return { lets, patterns: eachRule(patterns, (rule) => ({ ...rule, checks: rule.checks.map(change) })) };
}

/** `<rule of="A" context="…"/>`: replaces the context of the rules that contain assertion `A`. */
function changeContext(reading: ReadingContext, element: XmlElement, { lets, patterns }: Differing): Differing {
  const id = attribute(reading, element, 'of') ?? '';
  const context = expression(reading, element, 'context');
  if (!hasPattern(patterns, id)) fault(reading, element, `there is no rule "${id}" to change`);
  if (context === null) fault(reading, element, '<rule> needs a context');
  const change = (rule: Rule): Rule =>
    rule.checks.some((check) => check.id === id) ? { ...rule, context: context ?? rule.context } : rule;
  return { lets, patterns: eachRule(patterns, change) };
}

/** `<let name="a" value="…"/>`: replaces the value of a schema variable. */
function changeLet(reading: ReadingContext, element: XmlElement, { lets, patterns }: Differing): Differing {
  const value = expression(reading, element, 'value');
  if (value === null) fault(reading, element, '<let> needs a value');
  const named = nameOf(reading, element, lets);
  return { lets: lets.map((one) => (one === named ? { ...one, value: value ?? one.value } : one)), patterns };
}

/**
 * `<list name="a" with="X Y" without="Z"/>`: adds or removes codes of a list that a variable holds as quoted words.
 */
function changeList(reading: ReadingContext, element: XmlElement, { lets, patterns }: Differing): Differing {
  const named = nameOf(reading, element, lets);
  if (named === null) return { lets, patterns };
  const codes = new Set(Array.from(named.value.text.matchAll(/'([^']*)'/g), ([, code]) => code!));
  for (const code of wordsOf(reading, element, 'without')) {
    if (!codes.delete(code)) fault(reading, element, `$${named.name} has no ${code}`);
  }
  for (const code of wordsOf(reading, element, 'with')) {
    if (codes.has(code)) fault(reading, element, `$${named.name} has ${code} already`);
    codes.add(code);
  }
  const text = Array.from(codes, (code) => `'${code}'`).join(', ');
  const value = { text, place: reading.files.place(element) };
  return { lets: lets.map((one) => (one === named ? { ...one, value } : one)), patterns };
}

function nameOf(reading: ReadingContext, element: XmlElement, lets: readonly Let[]): Let | null {
  const name = attribute(reading, element, 'name');
  const found = lets.find((one) => one.name === name);
  if (found === undefined) fault(reading, element, `the schema has no variable "${name}" to change`);
  return found ?? null;
}

const hasPattern = (patterns: readonly Pattern[], id: string): boolean =>
  patterns.some(({ rules }) => rules.some(({ checks }) => checks.some((check) => check.id === id)));

const eachRule = (patterns: readonly Pattern[], change: (rule: Rule) => Rule): Pattern[] =>
  patterns.map((pattern) => ({ ...pattern, rules: pattern.rules.map(change) }));
