import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseXml, stringValue, type XmlElement } from '@e-invoice/schematron/xml';

/** The part of an environment (QT3 catalog schema) that the engine supports. */
export type Environment = {
  readonly namespaces: Readonly<Record<string, string>>;
  /** File of the context document; null if there is none. */
  readonly context: string | null;
  /** Files of documents in variables, by name. */
  readonly documents: ReadonlyMap<string, string>;
  readonly parameters: readonly { readonly name: string; readonly select: string }[];
  /** A feature of the environment that no Schematron processor offers; null if there is none. */
  readonly beyond: string | null;
};

export type Qt3Case = {
  readonly set: string;
  readonly name: string;
  readonly test: string;
  readonly result: XmlElement;
  readonly environment: Environment;
  /** Why the case does not apply to XPath 2.0 in a Schematron processor; null if it applies. */
  readonly excluded: string | null;
};

const NOTHING: Environment = { namespaces: {}, context: null, documents: new Map(), parameters: [], beyond: null };

/** Optional features of XPath 2.0 and of the suite that a Schematron processor need not support. */
const FEATURES = new Set([
  'infoset-dtd',
  'schemaImport',
  'schemaValidation',
  'staticTyping',
  'namespace-axis',
  'non_empty_sequence_collection',
  'non_unicode_codepoint_collation',
  'directory-as-collection-uri',
]);

const childrenOf = (element: XmlElement, local: string): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child.kind === 1 && child.local === local);
export const attributeOf = (element: XmlElement, local: string): string | null =>
  element.attributes.find((attribute) => attribute.local === local)?.value ?? null;

const rootOf = (path: string): XmlElement => {
  const parsed = parseXml(readFileSync(path), { limits: { bytes: 1 << 28, nodes: 1 << 28 } });
  if (!parsed.ok) throw new Error(`${path}: ${parsed.faults[0]?.reason}`);
  return parsed.document.root;
};

/** All cases of the suite that apply to an XPath 2.0 processor: no `spec` dependency, or one of XP20, XP20+. */
export function readQt3(folder: string): Qt3Case[] {
  const catalog = rootOf(join(folder, 'catalog.xml'));
  const shared = environmentsOf(catalog, folder);
  return childrenOf(catalog, 'test-set').flatMap((entry) => {
    const file = join(folder, attributeOf(entry, 'file')!);
    return existsSync(file) ? readSet(file, shared) : [];
  });
}

function readSet(file: string, shared: ReadonlyMap<string, Environment>): Qt3Case[] {
  const root = rootOf(file);
  const own = environmentsOf(root, dirname(file));
  const all = childrenOf(root, 'dependency');
  return childrenOf(root, 'test-case').flatMap((element): Qt3Case[] => {
    const dependencies = [...all, ...childrenOf(element, 'dependency')];
    if (!dependencies.every(appliesToXPath2)) return [];
    const [at] = childrenOf(element, 'environment');
    const ref = at === undefined ? null : attributeOf(at, 'ref');
    const environment =
      at === undefined
        ? NOTHING
        : ref === null
          ? readEnvironment(at, dirname(file))
          : (own.get(ref) ?? shared.get(ref));
    const [test] = childrenOf(element, 'test');
    const path = attributeOf(test!, 'file');
    return [
      {
        set: attributeOf(root, 'name')!,
        name: attributeOf(element, 'name')!,
        test: path === null ? stringValue(test!) : readFileSync(join(dirname(file), path), 'utf8'),
        result: childrenOf(element, 'result')[0]!,
        environment: environment ?? NOTHING,
        excluded: dependencies.map(beyond).find((reason) => reason !== null) ?? environment?.beyond ?? null,
      },
    ];
  });
}

function appliesToXPath2(dependency: XmlElement): boolean {
  if (attributeOf(dependency, 'type') !== 'spec') return true;
  const specs = attributeOf(dependency, 'value')!.split(/\s+/);
  return specs.includes('XP20') || specs.includes('XP20+');
}

function beyond(dependency: XmlElement): string | null {
  const [type, value] = [attributeOf(dependency, 'type'), attributeOf(dependency, 'value')!];
  const isWanted = attributeOf(dependency, 'satisfied') !== 'false';
  if (type === 'feature' && FEATURES.has(value)) return isWanted ? `feature ${value}` : null;
  if (type === 'xml-version' && value === '1.1') return 'XML 1.1';
  if (type === 'xsd-version' && value === '1.1') return 'XML Schema 1.1';
  if (type === 'unicode-normalization-form' && value === 'FULLY-NORMALIZED' && isWanted) return 'full normalization';
  return null;
}

function environmentsOf(element: XmlElement, folder: string): Map<string, Environment> {
  return new Map(
    childrenOf(element, 'environment').map((entry) => [
      attributeOf(entry, 'name') ?? '',
      readEnvironment(entry, folder),
    ]),
  );
}

function readEnvironment(element: XmlElement, folder: string): Environment {
  const namespaces: Record<string, string> = {};
  for (const entry of childrenOf(element, 'namespace'))
    namespaces[attributeOf(entry, 'prefix') ?? ''] = attributeOf(entry, 'uri')!;
  let context: string | null = null;
  let lacking: string | null = null;
  const documents = new Map<string, string>();
  for (const source of childrenOf(element, 'source')) {
    const file = join(folder, attributeOf(source, 'file')!);
    const role = attributeOf(source, 'role');
    if (attributeOf(source, 'validation') !== null) lacking = 'a validated document';
    if (role === '.') context = file;
    else if (role?.startsWith('$')) documents.set(role.slice(1), file);
    else lacking ??= 'documents by address';
  }
  const kinds: Readonly<Record<string, string>> = {
    schema: 'a schema',
    collation: 'a collation',
    collection: 'a collection',
    resource: 'documents by address',
    'static-base-uri': 'a base URI',
    'function-library': 'a library of functions',
    'decimal-format': 'decimal formats',
  };
  for (const [kind, words] of Object.entries(kinds)) if (childrenOf(element, kind).length > 0) lacking ??= words;
  const parameters = childrenOf(element, 'param').map((entry) => ({
    name: attributeOf(entry, 'name')!,
    select: attributeOf(entry, 'select') ?? '()',
  }));
  return { namespaces, context, documents, parameters, beyond: lacking };
}
