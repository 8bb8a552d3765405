import { stringValue, type XmlElement } from '../xml/index.ts';
import type { Let, Pattern, Remarks, Rule } from './model.ts';
import { makeSubstitution } from './parameters.ts';
import { readRemarks } from './read-remarks.ts';
import { type Named, readLet, readRule, refuseDoubles } from './read-rule.ts';
import {
  attribute,
  contentOf,
  expression,
  fault,
  ignoreOrRefuse,
  isSchematron,
  type ReadingContext,
} from './reading.ts';

export const isAbstract = (reading: ReadingContext, element: XmlElement): boolean =>
  attribute(reading, element, 'abstract')?.trim() === 'true';

/**
 * Reads one pattern; an instance (`is-a`) is its abstract pattern with the parameters replaced (ISO 19757-3, 6.3).
 */
export function readPattern(
  reading: ReadingContext,
  element: XmlElement,
  named: Named,
  abstractPatterns: ReadonlyMap<string, XmlElement>,
  schemaLets: ReadonlySet<string>,
  number: number,
): Pattern {
  const id = attribute(reading, element, 'id') ?? `pattern-${number}`;
  const isA = attribute(reading, element, 'is-a');
  const remarks = { ...readRemarks(reading, element, ['id', 'role']), ...readTitle(element) };
  if (isA === null) return { ...readBody(reading, element, named, id), remarks };
  const base = abstractPatterns.get(isA);
  if (base === undefined) {
    fault(reading, element, `there is no abstract pattern "${isA}"`);
    return { id, documents: null, lets: [], rules: [], remarks: {} };
  }
  // The abstract pattern may define default values of parameters.
  const parameters = new Map([...readParameters(reading, base), ...readParameters(reading, element)]);
  for (const child of contentOf(reading, element)) {
    if (isSchematron(child, 'param')) continue;
    if (child.uri !== element.uri || child.local !== 'let') ignoreOrRefuse(reading, child, 'pattern is-a');
  }
  const letNames = new Set([...schemaLets, ...findLetNames(base), ...findLetNames(element)]);
  const substitute = makeSubstitution(parameters, (name) => letNames.has(name));
  const body = readBody({ ...reading, substitute }, base, named, id);
  const own = contentOf(reading, element).filter((child) => isSchematron(child, 'let'));
  const lets = [...own.map((child) => readLet(reading, child)), ...body.lets];
  refuseDoubles(reading, element, lets);
  const documents = expression(reading, element, 'documents') ?? body.documents;
  return { ...body, documents, lets, remarks: { ...readTitle(base), ...remarks } };
}

/** The title of a pattern becomes its `name` in a report. */
function readTitle(element: XmlElement): Remarks {
  const title = element.children.find((child) => child.kind === 1 && isSchematron(child, 'title'));
  return title === undefined ? {} : { name: stringValue(title).trim().replace(/\s+/g, ' ') };
}

function findLetNames(element: XmlElement): string[] {
  return element.children.flatMap((child) => {
    if (child.kind !== 1) return [];
    const name = isSchematron(child, 'let') ? child.attributes.find(({ local }) => local === 'name')?.value : undefined;
    return name === undefined ? findLetNames(child) : [name];
  });
}

function readParameters(reading: ReadingContext, pattern: XmlElement): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const child of contentOf(reading, pattern)) {
    if (!isSchematron(child, 'param')) continue;
    const name = attribute(reading, child, 'name')?.trim() ?? '';
    const value = attribute(reading, child, 'value');
    if (value === null) fault(reading, child, `parameter "${name}" has no value`);
    else parameters.set(name, value);
  }
  return parameters;
}

/** Children of a pattern that are read by other functions. */
const INSIDE = new Set(['diagnostics', 'properties', 'param']);

function readBody(reading: ReadingContext, element: XmlElement, named: Named, id: string): Pattern {
  const lets: Let[] = [];
  const rules: Rule[] = [];
  const content = contentOf(reading, element);
  const abstractRules = new Map(named.abstractRules);
  for (const [ruleId, rule] of findAbstractRules(reading, content)) abstractRules.set(ruleId, rule);
  const inPattern = { ...named, abstractRules };
  for (const child of content) {
    if (isSchematron(child, 'let')) lets.push(readLet(reading, child));
    else if (isSchematron(child, 'rule')) {
      if (isAbstract(reading, child)) continue;
      const ruleId = attribute(reading, child, 'id') ?? `rule-${rules.length + 1}`;
      rules.push(readRule(reading, child, inPattern, `${id}.${ruleId}`));
    } else if (!INSIDE.has(child.local) || child.uri !== element.uri) ignoreOrRefuse(reading, child, 'pattern');
  }
  refuseDoubles(reading, element, lets);
  return { id, documents: expression(reading, element, 'documents'), lets, rules, remarks: {} };
}

/** Abstract rules among these elements, by id; the first with an id wins. */
export function findAbstractRules(
  reading: ReadingContext,
  content: readonly XmlElement[],
): Map<string, { element: XmlElement; reading: ReadingContext }> {
  const found = new Map<string, { element: XmlElement; reading: ReadingContext }>();
  for (const element of content) {
    if (!isSchematron(element, 'rule') || !isAbstract(reading, element)) continue;
    // A rule that is included by its `xml:id` may have no `id`.
    const id =
      attribute(reading, element, 'id') ?? element.attributes.find(({ local }) => local === 'id')?.value ?? null;
    if (id === null) fault(reading, element, 'an abstract rule needs an id');
    else if (!found.has(id)) found.set(id, { element, reading });
  }
  return found;
}
