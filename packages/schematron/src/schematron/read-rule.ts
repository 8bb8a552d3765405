import { writeNode, type XmlElement } from '../xml/index.ts';
import type { Check, Diagnostic, Let, Property, Rule } from './model.ts';
import { readRemarks } from './read-remarks.ts';
import { readMarks, readTemplate } from './read-template.ts';
import { readPropertyText, readText } from './read-text.ts';
import {
  attribute,
  contentOf,
  expression,
  fault,
  ignoreOrRefuse,
  isSchematron,
  type ReadingContext,
  requiredExpression,
} from './reading.ts';

/** Elements that a rule may reference by id. */
export type Named = {
  readonly abstractRules: ReadonlyMap<string, { readonly element: XmlElement; readonly reading: ReadingContext }>;
  readonly diagnostics: ReadonlyMap<string, XmlElement>;
  readonly properties: ReadonlyMap<string, XmlElement>;
};

type Body = { lets: Let[]; checks: Omit<Check, 'id'>[]; ids: (string | null)[] };

/**
 * One concrete rule with its `extends` resolved; its flag and role apply to assertions that have none of their own.
 */
export function readRule(reading: ReadingContext, element: XmlElement, named: Named, id: string): Rule {
  const body: Body = { lets: [], checks: [], ids: [] };
  readBody(reading, element, named, body, []);
  refuseDoubles(reading, element, body.lets);
  const computed = readMarks(reading, element);
  return {
    id,
    context: requiredExpression(reading, element, 'context'),
    visitEach: expression(reading, element, 'visit-each'),
    computed,
    remarks: readRemarks(reading, element, ['id', 'flag', 'role', 'see', 'fpi', 'icon', 'subject']),
    lets: body.lets,
    checks: body.checks.map((check, index) => ({
      ...check,
      id: body.ids[index] ?? `${id}.${index + 1}`,
      flag: check.flag ?? attribute(reading, element, 'flag'),
      role: check.role ?? attribute(reading, element, 'role'),
      computed: {
        ...(check.flag === null && computed.flag !== undefined && { flag: computed.flag }),
        ...(check.role === null && computed.role !== undefined && { role: computed.role }),
        ...check.computed,
      },
    })),
  };
}

/** `let` (ISO 19757-3, 5.4.5). */
export function readLet(reading: ReadingContext, element: XmlElement): Let {
  const name = attribute(reading, element, 'name') ?? '';
  if (!/^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name)) fault(reading, element, `<let> has no usable name ("${name}")`);
  const value = expression(reading, element, 'value');
  const as = expression(reading, element, 'as');
  if (value !== null) return { name, value, as };
  const nothing = { text: '()', place: reading.files.place(element) };
  if (element.children.length === 0) fault(reading, element, `<let name="${name}"> has neither a value nor content`);
  // White-space-only text is not part of a stylesheet (XSLT 2.0, section 4.2), nor of a schema compiled to one.
  const content = element.children.filter((child) => child.kind !== 3 || child.value.trim() !== '');
  const xml = `<let>${content.map((child) => writeNode(child)).join('')}</let>`;
  return { name, value: nothing, as, content: { xml, isTree: reading.queryBinding === 'xslt' } };
}

/** A variable name must be unique in its scope (ISO 19757-3, 5.4.5). */
export function refuseDoubles(reading: ReadingContext, element: XmlElement, lets: readonly Let[]): void {
  const seen = new Set<string>();
  for (const { name } of lets) {
    if (seen.has(name)) fault(reading, element, `<${element.local}> defines $${name} twice`);
    seen.add(name);
  }
}

function readBody(
  reading: ReadingContext,
  element: XmlElement,
  named: Named,
  body: Body,
  chain: readonly XmlElement[],
): void {
  for (const child of contentOf(reading, element)) {
    if (isSchematron(child, 'let')) body.lets.push(readLet(reading, child));
    else if (isSchematron(child, 'assert') || isSchematron(child, 'report')) readCheck(reading, child, named, body);
    else if (isSchematron(child, 'extends')) {
      const id = attribute(reading, child, 'rule') ?? '';
      const base = named.abstractRules.get(id);
      if (base === undefined) fault(reading, child, `there is no abstract rule "${id}"`);
      else if (chain.includes(base.element)) fault(reading, child, `abstract rule "${id}" extends itself`);
      else readBody(base.reading, base.element, named, body, [...chain, base.element]);
    } else ignoreOrRefuse(reading, child, 'rule');
  }
}

function readCheck(reading: ReadingContext, element: XmlElement, named: Named, body: Body): void {
  const diagnostics: Diagnostic[] = [];
  for (const [id, diagnostic] of referred(reading, element, 'diagnostics', named.diagnostics)) {
    const remarks = readRemarks(reading, diagnostic, ['see', 'fpi', 'icon', 'role']);
    diagnostics.push({ id, text: readText(reading, diagnostic), remarks });
  }
  const properties: Property[] = [];
  for (const [id, property] of referred(reading, element, 'properties', named.properties)) {
    const remarks = readRemarks(reading, property, ['role', 'scheme', 'see', 'fpi', 'icon']);
    const role = readTemplate(reading, property, 'role');
    properties.push({ id, text: readPropertyText(reading, property), remarks, role });
  }
  body.ids.push(attribute(reading, element, 'id'));
  body.checks.push({
    kind: element.local === 'assert' ? 'assert' : 'report',
    test: requiredExpression(reading, element, 'test'),
    flag: attribute(reading, element, 'flag'),
    role: attribute(reading, element, 'role'),
    computed: readMarks(reading, element),
    see: attribute(reading, element, 'see'),
    fpi: attribute(reading, element, 'fpi'),
    text: readText(reading, element),
    diagnostics,
    properties,
    remarks: readRemarks(reading, element, ['id', 'see', 'fpi', 'icon', 'subject']),
  });
}

/** The elements that an assertion references by the ids in one of its attributes. */
function referred(
  reading: ReadingContext,
  element: XmlElement,
  local: 'diagnostics' | 'properties',
  known: ReadonlyMap<string, XmlElement>,
): (readonly [string, XmlElement])[] {
  const found: (readonly [string, XmlElement])[] = [];
  for (const id of (attribute(reading, element, local) ?? '').split(/\s+/).filter(Boolean)) {
    const target = known.get(id);
    if (target === undefined)
      fault(reading, element, `there is no ${local === 'diagnostics' ? 'diagnostic' : 'property'} "${id}"`);
    else found.push([id, target]);
  }
  return found;
}
