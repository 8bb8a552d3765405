import { type Element, type Node, serializeToWellFormedString } from 'slimdom';
import { type ExpandedPattern, type ExpandedRule, expandSchema } from './expand-schema.ts';
import { childrenNamed, elementsOf, readSchema, schematronName, XSLT } from './read-schema.ts';
import { renameVariables, variablesIn } from './variables.ts';

/** One assert or report; findings name it by its place in the list. */
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
 * Translates a Schematron schema with the xslt2 query binding into an XSLT 3.0 stylesheet.
 *
 * The stylesheet's result is a `findings` element of `finding` (a failed assert or a successful report) and
 * `undetermined` (the test stopped with a dynamic error) elements, whose `check` attribute is an index into `checks`.
 * Every pattern is a mode; the first matching rule of a pattern wins because earlier rules have the higher priority
 * (ISO 19757-3, 6.5).
 *
 * @throws Error when the schema cannot be read, or uses something that this translation does not know
 */
export function toXslt(schemaFile: string, phase = '#DEFAULT'): Translation {
  const schema = readSchema(schemaFile);
  const binding = schema.getAttribute('queryBinding') ?? 'xslt';
  if (!/^xslt[23]?$/.test(binding)) throw new Error(`${schemaFile}: unknown query binding "${binding}"`);
  const { lets, patterns } = expandSchema(schema, phase);
  const checks: Check[] = [];
  const globals = patternVariables(lets, patterns);

  const modes = patterns.map((pattern, index) => writePattern(pattern, index, globals[index]!, checks));
  const stylesheet = [
    `<xsl:stylesheet version="3.0" xmlns:xsl="${XSLT}" xmlns:caught="${ERRORS}"${namespacesOf(schema)} exclude-result-prefixes="#all">`,
    ...elementsOf(schema)
      .filter((element) => element.namespaceURI === XSLT)
      .map(serializeToWellFormedString),
    ...lets.map((element) => writeVariable(element, letName(element), new Map())),
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
  // The schema's own declarations serve `xs:` in expressions and the names of copied functions.
  for (const attribute of schema.attributes) {
    if (attribute.prefix === 'xmlns' && !declarations.has(attribute.localName)) {
      declare(attribute.localName, attribute.value);
    }
  }
  return text;
}

/**
 * For every pattern, the stylesheet-wide names of its variables. XSLT patterns see global variables alone, so a
 * pattern's variables are global there; those whose name is not unique in the schema get a name of their own.
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

function writeVariable(element: Element, name: string, renames: ReadonlyMap<string, string>): string {
  const as = element.getAttribute('as');
  const start = `<xsl:variable name="${escaped(name)}"${as === null ? '' : ` as="${escaped(as)}"`}`;
  const value = element.getAttribute('value');
  if (value !== null) return `${start} select="${escaped(renameVariables(value, renames))}"/>`;
  return `${start}>${element.childNodes.map(serializeToWellFormedString).join('')}</xsl:variable>`;
}

function writePattern(
  pattern: ExpandedPattern,
  index: number,
  names: ReadonlyMap<string, string>,
  checks: Check[],
): string {
  const renames = new Map<string, string>();
  const variables = pattern.lets.map((element) => {
    const name = letName(element);
    const text = writeVariable(element, names.get(name) ?? name, renames);
    const renamed = names.get(name);
    if (renamed !== undefined) renames.set(name, renamed);
    return text;
  });
  const rules = pattern.rules.map((rule, place) => {
    const context = rule.element.getAttribute('context');
    if (context === null) throw new Error('a rule has no context');
    const match = escaped(renameVariables(context, renames));
    return `<xsl:template match="${match}" mode="p${index}" priority="${pattern.rules.length - place}">${writeRule(rule, renames, checks)}<xsl:apply-templates select="@*|node()" mode="p${index}"/></xsl:template>`;
  });
  return [`<xsl:mode name="p${index}" on-no-match="shallow-skip"/>`, ...variables, ...rules].join('\n');
}

/**
 * The checks of a rule. Those that use the rule's variables stand together behind them: SaxonJS computes variables
 * at once, and an error in one must make undetermined only the checks that need it.
 */
function writeRule(rule: ExpandedRule, outer: ReadonlyMap<string, string>, checks: Check[]): string {
  const lets = rule.content.filter((element) => schematronName(element) === 'let');
  const own = new Set(lets.map(letName));
  const renames = new Map([...outer].filter(([name]) => !own.has(name)));
  const free: string[] = [];
  const bound: string[] = [];
  const boundIndexes: number[] = [];
  for (const element of rule.content) {
    if (schematronName(element) === 'let') continue;
    const index = checks.length;
    checks.push(checkOf(element, rule.element));
    const text = writeCheck(element, index, renames);
    if (usesAny(element, own)) {
      bound.push(text);
      boundIndexes.push(index);
    } else {
      free.push(text);
    }
  }
  if (bound.length === 0) return free.join('');
  const variables = lets.map((element) => writeVariable(element, letName(element), renames)).join('');
  const caught = boundIndexes.map((index) => `<undetermined check="${index}"${UNDETERMINED}`).join('');
  return `${free.join('')}<xsl:try>${variables}${bound.join('')}<xsl:catch>${caught}</xsl:catch></xsl:try>`;
}

function checkOf(element: Element, rule: Element): Check {
  return {
    ruleId: element.getAttribute('id') ?? '',
    kind: schematronName(element) === 'report' ? 'report' : 'assert',
    flag: element.getAttribute('flag') ?? rule.getAttribute('flag'),
    role: element.getAttribute('role') ?? rule.getAttribute('role'),
  };
}

function usesAny(element: Element, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  for (const attribute of element.attributes) {
    for (const name of variablesIn(attribute.value)) if (names.has(name)) return true;
  }
  return elementsOf(element).some((child) => usesAny(child, names));
}

function writeCheck(element: Element, index: number, renames: ReadonlyMap<string, string>): string {
  const test = element.getAttribute('test');
  if (test === null) throw new Error(`the check "${element.getAttribute('id')}" has no test`);
  const expression = escaped(renameVariables(test, renames));
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
        return `<xsl:value-of select="${escaped(renameVariables(select, renames))}"/>`;
      }
      if (name === 'name') {
        const path = element.getAttribute('path') ?? '.';
        return `<xsl:value-of select="name(${escaped(renameVariables(path, renames))})"/>`;
      }
      return writeText(element, renames);
    })
    .join('');
}
