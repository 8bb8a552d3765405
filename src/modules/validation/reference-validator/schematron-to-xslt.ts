import { type Element, type Node, serializeToWellFormedString } from 'slimdom';
import { type ExpandedPattern, type ExpandedRule, expandSchema } from './expand-schema.ts';
import { childrenNamed, elementsOf, readSchema, schematronName, XSLT } from './read-schema.ts';
import { applyDifferences } from './schema-patches.ts';
import { bindsVariable, isConstant, replaceVariables, variablesIn } from './variables.ts';

/** An assert or report; findings refer to it by its index in the list. */
export type Check = {
  readonly ruleId: string;
  readonly kind: 'assert' | 'report';
  readonly flag: string | null;
  readonly role: string | null;
};

export type Translation = { readonly stylesheet: string; readonly checks: readonly Check[] };

const ERRORS = 'http://www.w3.org/2005/xqt-errors';
const UNDETERMINED =
  ' code="{local-name-from-QName($caught:code)}" location="{path(.)}"><xsl:value-of select="$caught:description"/></undetermined>';

/**
 * Translates a Schematron schema with the xslt2 query binding to an XSLT 3.0 stylesheet.
 *
 * The stylesheet's result is a `findings` element with `finding` elements (failed assert or successful report) and
 * `undetermined` elements (the test raised a dynamic error), whose `check` attribute is an index into `checks`. Every
 * pattern is a mode; the first matching rule of a pattern wins because earlier rules have a higher priority (ISO
 * 19757-3, 6.5).
 *
 * @throws Error when the schema cannot be read or uses an unsupported construct
 */
export function toXslt(schemaFile: string, phase = '#DEFAULT'): Translation {
  const schema = readSchema(schemaFile);
  applyDifferences(schema);
  const binding = schema.getAttribute('queryBinding') ?? 'xslt';
  if (!/^xslt[23]?$/.test(binding)) throw new Error(`${schemaFile}: unknown query binding "${binding}"`);
  const { lets, patterns } = expandSchema(schema, phase);
  const checks: Check[] = [];
  const globals = patternVariables(lets, patterns);
  const bound = boundNames(schema, patterns);
  const outer = new Map<string, string>();
  noteReferences(lets, letName, outer, bound);
  const globalVariables = lets.map((element) => writeLet(element, letName(element), outer, bound));

  const modes = patterns.map((pattern, index) =>
    writePattern(pattern, { index, names: globals[index]!, outer, bound, checks }),
  );
  const stylesheet = [
    `<xsl:stylesheet version="3.0" xmlns:xsl="${XSLT}" xmlns:caught="${ERRORS}"${namespacesOf(schema)} exclude-result-prefixes="#all">`,
    ...elementsOf(schema)
      .filter((element) => element.namespaceURI === XSLT)
      .map(serializeToWellFormedString),
    ...globalVariables,
    ...modes,
    `<xsl:template match="/"><findings>${patterns.map((_, index) => `<xsl:apply-templates select="." mode="p${index}"/>`).join('')}</findings></xsl:template>`,
    '</xsl:stylesheet>',
  ].join('\n');
  return { stylesheet, checks };
}

const escaped = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.codePointAt(0)};`);

const letName = (element: Element): string => element.getAttribute('name') ?? '';

function namespacesOf(schema: Element): string {
  const declarations = new Map<string, string>([
    ['xsl', XSLT],
    ['caught', ERRORS],
  ]);
  let text = '';
  const declare = (prefix: string, uri: string): void => {
    const known = declarations.get(prefix);
    if (known === uri) return;
    if (known !== undefined) throw new Error(`the prefix "${prefix}" is bound to two namespaces`);
    declarations.set(prefix, uri);
    text += ` xmlns:${prefix}="${escaped(uri)}"`;
  };
  for (const element of childrenNamed(schema, 'ns')) {
    declare(element.getAttribute('prefix') ?? '', element.getAttribute('uri') ?? '');
  }
  // Expressions use prefixes declared on the schema element, for example `xs:`, and so do the names of copied
  // functions.
  for (const attribute of schema.attributes) {
    if (attribute.prefix === 'xmlns' && !declarations.has(attribute.localName)) {
      declare(attribute.localName, attribute.value);
    }
  }
  return text;
}

/**
 * Stylesheet-wide names of the variables of each pattern. XSLT match patterns see only global variables, so pattern
 * variables become global; a name that is not unique in the schema gets a prefix.
 */
function patternVariables(lets: readonly Element[], patterns: readonly ExpandedPattern[]): Map<string, string>[] {
  const uses = new Map<string, number>();
  for (const element of [...lets, ...patterns.flatMap((pattern) => pattern.lets)]) {
    uses.set(letName(element), (uses.get(letName(element)) ?? 0) + 1);
  }
  return patterns.map((pattern, index) => {
    const shared = pattern.lets.map(letName).filter((name) => (uses.get(name) ?? 0) > 1);
    return new Map(shared.map((name) => [name, `p${index}.${name.replace(':', '.')}`]));
  });
}

/**
 * Names bound by expressions of the schema, and names read where expressions are not rewritten: in functions and
 * keys, and in other patterns when a pattern has no rules. References to these names are not rewritten.
 */
function boundNames(schema: Element, patterns: readonly ExpandedPattern[]): (name: string) => boolean {
  const texts = textsOf(schema);
  const raw = elementsOf(schema)
    .filter(({ namespaceURI }) => namespaceURI === XSLT)
    .flatMap(textsOf)
    .flatMap((text) => [...variablesIn(text)]);
  const shared = new Set(patterns.filter(({ rules }) => rules.length === 0).flatMap(({ lets }) => lets.map(letName)));
  const known = new Map<string, boolean>();
  return (name) => {
    let isBound = known.get(name);
    if (isBound === undefined) {
      isBound = shared.has(name) || raw.includes(name) || texts.some((text) => bindsVariable(text, name));
      known.set(name, isBound);
    }
    return isBound;
  };
}

const textsOf = (element: Element): string[] => [
  ...element.attributes.map(({ value }) => value).filter((value) => value.includes('$')),
  ...elementsOf(element).flatMap(textsOf),
];

/** Registers references to global variables before their declarations, because global variables have no order. */
function noteReferences(
  lets: readonly Element[],
  nameOf: (element: Element) => string,
  references: Map<string, string>,
  isBound: (name: string) => boolean,
): void {
  for (const element of lets) references.set(letName(element), referenceTo(element, nameOf(element), isBound));
}

/** Whether evaluating the variable can fail, and its references can be rewritten. */
const isGuarded = (element: Element, isBound: (name: string) => boolean): boolean => {
  const value = element.getAttribute('value');
  return !(value === null || isConstant(value) || isBound(letName(element)));
};

const referenceTo = (element: Element, name: string, isBound: (name: string) => boolean): string =>
  isGuarded(element, isBound)
    ? `(if (head($${name})) then tail($${name}) else error(QName('${ERRORS}', $${name}[2]), $${name}[3]))`
    : `$${name}`;

/**
 * Writes a variable and records in `references` the replacement for `$name` in following expressions.
 *
 * SaxonJS evaluates a variable eagerly, and an error in a global one cannot be caught. A value that may fail is
 * therefore stored behind a success flag, and the error is raised at the point of use, so that checks that do not use
 * it are evaluated. The flag is inserted with `insert-before`, not with a comma: Saxon-HE 9.9 concludes from `true(),
 * $value` that the rest is never exactly one item.
 */
function writeLet(
  element: Element,
  name: string,
  references: Map<string, string>,
  isBound: (name: string) => boolean,
): string {
  const as = element.getAttribute('as');
  const type = as === null ? '' : ` as="${escaped(as)}"`;
  const value = element.getAttribute('value');
  const start = `<xsl:variable name="${escaped(name)}"`;
  const select = value === null ? null : escaped(replaceVariables(value, references));
  references.set(letName(element), referenceTo(element, name, isBound));
  if (!isGuarded(element, isBound)) {
    return select === null
      ? `${start}${type}>${element.childNodes.map(serializeToWellFormedString).join('')}</xsl:variable>`
      : `${start}${type} select="${select}"/>`;
  }
  const guarded = `<xsl:try><xsl:variable name="guarded"${type} select="${select}"/><xsl:sequence select="insert-before($guarded, 1, true())"/><xsl:catch select="false(), local-name-from-QName($caught:code), string($caught:description)"/></xsl:try>`;
  return `${start} as="item()*">${guarded}</xsl:variable>`;
}

function writePattern(
  pattern: ExpandedPattern,
  {
    index,
    names,
    outer,
    bound,
    checks,
  }: {
    readonly index: number;
    readonly names: ReadonlyMap<string, string>;
    readonly outer: ReadonlyMap<string, string>;
    readonly bound: (name: string) => boolean;
    readonly checks: Check[];
  },
): string {
  const references = new Map(outer);
  const nameOf = (element: Element): string => names.get(letName(element)) ?? letName(element);
  const own = pattern.lets.filter((element) => !outer.has(letName(element)));
  noteReferences(own, nameOf, references, bound);
  const variables = pattern.lets.map((element) => writeLet(element, nameOf(element), references, bound));
  const rules = pattern.rules.map((rule, place) => {
    const context = rule.element.getAttribute('context');
    if (context === null) throw new Error('a rule has no context');
    const match = escaped(replaceVariables(context, references));
    return `<xsl:template match="${match}" mode="p${index}" priority="${pattern.rules.length - place}">${writeRule(rule, references, checks)}<xsl:apply-templates select="@*|node()" mode="p${index}"/></xsl:template>`;
  });
  return [`<xsl:mode name="p${index}" on-no-match="shallow-skip"/>`, ...variables, ...rules].join('\n');
}

function writeRule(rule: ExpandedRule, outer: ReadonlyMap<string, string>, checks: Check[]): string {
  const references = new Map(outer);
  const texts = rule.content.flatMap(textsOf);
  // Functions, keys and other rules do not see these variables, so only names bound in the rule itself prevent
  // rewriting.
  const isBound = (name: string): boolean => texts.some((text) => bindsVariable(text, name));
  return rule.content
    .toSorted((a, b) => Number(schematronName(a) !== 'let') - Number(schematronName(b) !== 'let'))
    .map((element) => {
      if (schematronName(element) === 'let') return writeLet(element, letName(element), references, isBound);
      checks.push(checkOf(element, rule.element));
      return writeCheck(element, checks.length - 1, references);
    })
    .join('');
}

function checkOf(element: Element, rule: Element): Check {
  return {
    ruleId: element.getAttribute('id') ?? '',
    kind: schematronName(element) === 'report' ? 'report' : 'assert',
    flag: element.getAttribute('flag') ?? rule.getAttribute('flag'),
    role: element.getAttribute('role') ?? rule.getAttribute('role'),
  };
}

function writeCheck(element: Element, index: number, renames: ReadonlyMap<string, string>): string {
  const test = element.getAttribute('test');
  if (test === null) throw new Error(`the check "${element.getAttribute('id')}" has no test`);
  const expression = escaped(replaceVariables(test, renames));
  const found = schematronName(element) === 'report' ? expression : `not(${expression})`;
  const text = writeText(element, renames);
  const guarded = text.includes('<xsl:value-of') ? `<xsl:try>${text}<xsl:catch/></xsl:try>` : text;
  return `<xsl:try><xsl:if test="${found}"><finding check="${index}" location="{path(.)}">${guarded}</finding></xsl:if><xsl:catch><undetermined check="${index}"${UNDETERMINED}</xsl:catch></xsl:try>`;
}

function writeText(parent: Node, renames: ReadonlyMap<string, string>): string {
  return parent.childNodes
    .map((node) => {
      if (node.nodeType === 3 || node.nodeType === 4) {
        return `<xsl:text>${escaped(node.nodeValue ?? '').replaceAll('&#10;', ' ')}</xsl:text>`;
      }
      if (node.nodeType !== 1) return '';
      const element = node as Element;
      const name = schematronName(element);
      if (name === 'value-of') {
        const select = element.getAttribute('select') ?? '.';
        return `<xsl:value-of select="${escaped(replaceVariables(select, renames))}"/>`;
      }
      if (name === 'name') {
        const path = element.getAttribute('path') ?? 'name()';
        return `<xsl:value-of select="${escaped(replaceVariables(path, renames))}"/>`;
      }
      return writeText(element, renames);
    })
    .join('');
}
