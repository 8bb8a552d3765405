import type { XmlElement } from '../xml/index.ts';
import { applyDifferences } from './differences.ts';
import type { Let, Pattern, Phase, QueryBinding, Schema, StylesheetFunction } from './model.ts';
import { readFunction } from './read-function.ts';
import { readKey } from './read-key.ts';
import { findAbstractRules, isAbstract, readPattern } from './read-pattern.ts';
import { readLet, refuseDoubles } from './read-rule.ts';
import {
  attribute,
  contentOf,
  expression,
  fault,
  ignoreOrRefuse,
  isSchematron,
  namespacesOf,
  type ReadingContext,
  SCHEMATRON,
  XSLT,
} from './reading.ts';
import { makeSourceFiles, type SchematronSource, type SourceFiles } from './source-files.ts';
import { type Fault, type Faults, makeFaults } from './unsupported-construct.ts';

/** A schema and the bytes it was read from, by path. */
type ReadSchema = {
  readonly schema: Schema;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Constructs of the schema that no processor applies. */
  readonly warnings: readonly Fault[];
};

/** Options for behaviour in which processors differ. */
export type ReadSchemaOptions = {
  /**
   * Refuses a name that both the schema and a pattern define (5.4.5, clause 3). Unset: the pattern variable hides the
   * schema variable.
   */
  readonly uniqueNames?: boolean;
  /** The query binding of a schema that specifies none. Unset: `xslt`, as in the standard (6.4). */
  readonly defaultBinding?: QueryBinding;
};

/**
 * Reads an ISO Schematron schema (ISO/IEC 19757-3) with everything it includes.
 *
 * @throws SchemaRefused with all faults if something is wrong or not supported
 */
export function readSchematron(source: SchematronSource, options: ReadSchemaOptions = {}): ReadSchema {
  const faults = makeFaults();
  const files = makeSourceFiles(source, faults);
  const root = files.openSchema();
  const schema = root === null ? null : readSchema(root, files, faults, options.defaultBinding);
  if (schema !== null && options.uniqueNames) refuseHidden(schema, faults);
  faults.settle();
  return { schema: schema!, files: files.bytes(), warnings: faults.warnings };
}

function refuseHidden({ lets, patterns }: Schema, faults: Faults): void {
  const names = new Set(lets.map(({ name }) => name));
  for (const { name, value } of patterns.flatMap((pattern) => pattern.lets))
    if (names.has(name)) faults.add(value.place, `$${name} of the schema is defined once more in a pattern`);
}

function readSchema(
  root: XmlElement,
  files: SourceFiles,
  faults: Faults,
  defaultBinding: QueryBinding = 'xslt',
): Schema | null {
  const plain: ReadingContext = { files, faults, queryBinding: 'xslt2', substitute: (text) => text };
  if (root.uri !== SCHEMATRON || root.local !== 'schema') {
    const old = root.uri === 'http://www.ascc.net/xml/schematron';
    fault(
      plain,
      root,
      old ? 'Schematron 1.5 is not supported; ISO Schematron has another namespace' : 'not a Schematron schema',
    );
    return null;
  }
  const reading = { ...plain, queryBinding: readQueryBinding(plain, root, defaultBinding) };
  const content = contentOf(reading, root);
  const named = (local: string): XmlElement[] => content.filter((element) => isSchematron(element, local));
  const own = named('let').map((element) => readLet(reading, element));
  refuseDoubles(reading, root, own);
  // Namespaces declared on the schema element also apply to expressions, as in XSLT-based processors.
  const prefixes = readNamespaces(reading, named('ns'));
  const namespaces = { ...namespacesOf(root), ...prefixes };
  const read = { lets: own, patterns: readPatterns(reading, content, own) };
  const { lets, patterns } = applyDifferences(reading, content, read);
  const phases = named('phase').map((element) => readPhase(reading, element));
  const defaultPhase = attribute(reading, root, 'defaultPhase')?.trim() ?? null;
  if (defaultPhase !== null && defaultPhase !== '#ALL' && !phases.some(({ id }) => id === defaultPhase)) {
    fault(reading, root, `there is no phase "${defaultPhase}"`);
  }
  const title = named('title')[0];
  return {
    version: attribute(reading, root, 'schemaVersion'),
    prefixes,
    title:
      title === undefined
        ? null
        : title.children
            .map((child) => (child.kind === 3 ? child.value : ''))
            .join('')
            .trim(),
    queryBinding: reading.queryBinding,
    namespaces,
    lets,
    functions: readFunctions(reading, content, namespaces),
    keys: content.filter(isKey).map((element) => readKey(reading, element, namespaces)),
    defaultPhase: defaultPhase === '#ALL' ? null : defaultPhase,
    phases,
    patterns,
    documents: files.documents(),
  };
}

/** ISO 19757-3, 6.4: without the attribute the binding is XSLT 1.0. All three are evaluated as XPath 2.0 (README). */
function readQueryBinding(reading: ReadingContext, root: XmlElement, unset: QueryBinding): QueryBinding {
  const text = (attribute(reading, root, 'queryBinding') ?? unset).trim().toLowerCase();
  if (text === 'xslt' || text === 'xslt2' || text === 'xslt3') return text;
  if (text === 'xpath2' || text === 'xpath') return 'xslt2';
  if (text === 'xpath3' || text === 'xpath31') return 'xslt3';
  fault(reading, root, `queryBinding "${text}" is not supported`);
  return 'xslt2';
}

function readNamespaces(reading: ReadingContext, elements: readonly XmlElement[]): Record<string, string> {
  const namespaces = new Map<string, string>();
  for (const element of elements) {
    const prefix = attribute(reading, element, 'prefix')?.trim() ?? '';
    const uri = attribute(reading, element, 'uri')?.trim() ?? '';
    if (prefix === '' || uri === '') fault(reading, element, '<ns> needs a prefix and a uri');
    else if ((namespaces.get(prefix) ?? uri) !== uri) fault(reading, element, `prefix "${prefix}" is declared twice`);
    namespaces.set(prefix, uri);
  }
  return Object.fromEntries(namespaces);
}

const isKey = (element: XmlElement): boolean => element.uri === XSLT && element.local === 'key';

function readFunctions(
  reading: ReadingContext,
  content: readonly XmlElement[],
  namespaces: Readonly<Record<string, string>>,
): StylesheetFunction[] {
  const functions: StylesheetFunction[] = [];
  const known = new Set(['ns', 'let', 'phase', 'pattern', 'diagnostics', 'rules', 'title', 'p', 'properties']);
  for (const element of content) {
    if (element.uri === XSLT && element.local === 'function')
      functions.push(...readFunction(reading, element, namespaces));
    else if (isSchematron(element, 'rule')) {
      // Rules belong to patterns (5.4.13); published schemas contain rules outside of patterns, and every processor
      // ignores them.
      reading.faults.warn(reading.files.place(element), 'a rule outside of a pattern is never applied');
    } else if (!isKey(element) && (element.uri !== SCHEMATRON || !known.has(element.local)))
      ignoreOrRefuse(reading, element, 'schema');
  }
  return functions;
}

function readPhase(reading: ReadingContext, element: XmlElement): Phase {
  const lets: Let[] = [];
  const active: string[] = [];
  const id = attribute(reading, element, 'id')?.trim() ?? '';
  if (id === '') fault(reading, element, '<phase> needs an id');
  if (attribute(reading, element, 'when') !== null) fault(reading, element, 'phase/@when is not supported');
  for (const child of contentOf(reading, element)) {
    if (isSchematron(child, 'let')) lets.push(readLet(reading, child));
    else if (isSchematron(child, 'active')) {
      // A phase that references an unknown pattern is refused when it is selected, not at compile time: its rules are
      // valid.
      active.push(attribute(reading, child, 'pattern')?.trim() ?? '');
    } else ignoreOrRefuse(reading, child, 'phase');
  }
  refuseDoubles(reading, element, lets);
  return { id, from: expression(reading, element, 'from'), lets, active };
}

function readPatterns(reading: ReadingContext, content: readonly XmlElement[], schemaLets: readonly Let[]): Pattern[] {
  const elements = content.filter((element) => isSchematron(element, 'pattern'));
  const abstractPatterns = new Map<string, XmlElement>();
  const inside: XmlElement[] = [];
  for (const element of elements) {
    inside.push(...contentOf(reading, element));
    if (!isAbstract(reading, element)) continue;
    const id = attribute(reading, element, 'id');
    if (id === null) fault(reading, element, 'an abstract pattern needs an id');
    else abstractPatterns.set(id, element);
  }
  const collections = content.filter((element) => isSchematron(element, 'rules'));
  const shared = collections.flatMap((element) => contentOf(reading, element));
  const diagnostics = findNamed(reading, [...content, ...inside], 'diagnostics', 'diagnostic');
  const properties = findNamed(reading, [...content, ...inside], 'properties', 'property');
  const abstractRules = findAbstractRules(reading, shared);
  const named = { abstractRules, diagnostics, properties };
  const letNames = new Set(schemaLets.map(({ name }) => name));
  const patterns: Pattern[] = [];
  for (const element of elements) {
    if (isAbstract(reading, element)) continue;
    const pattern = readPattern(reading, element, named, abstractPatterns, letNames, patterns.length + 1);
    if (patterns.some(({ id }) => id === pattern.id)) fault(reading, element, `there are two patterns "${pattern.id}"`);
    patterns.push(pattern);
  }
  return patterns;
}

/** The elements of one kind in their groups, by id. */
function findNamed(reading: ReadingContext, groups: readonly XmlElement[], group: string, local: string) {
  const found = new Map<string, XmlElement>();
  for (const candidate of groups) {
    if (!isSchematron(candidate, group)) continue;
    for (const element of contentOf(reading, candidate)) {
      if (isSchematron(element, local)) found.set(attribute(reading, element, 'id') ?? '', element);
      else ignoreOrRefuse(reading, element, group);
    }
  }
  return found;
}
