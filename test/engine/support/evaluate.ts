import { learnNames, NamePool, parseXml, type XmlDocument, type XmlNode } from '@e-invoice/schematron/xml';
import {
  compileExpression,
  compileString,
  makeModuleBuilder,
  type Scope,
} from '../../../packages/schematron/src/xpath/compile/index.ts';
import { makeRunState, type RunState, runtime } from '../../../packages/schematron/src/xpath/runtime/index.ts';

export const NOW = Date.UTC(2026, 1, 3, 4, 5, 6);

/** Shared by all expressions and documents of this file. */
const names = new NamePool();

/** Prefixes that the cases use. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  p: 'urn:p',
  q: 'urn:q',
  xs: 'http://www.w3.org/2001/XMLSchema',
};

export function makeScope(overrides: Partial<Scope> = {}): Scope {
  return {
    namespaces: NAMESPACES,
    variable: () => undefined,
    fn: () => undefined,
    key: () => undefined,
    context: 'document',
    module: makeModuleBuilder(),
    ...overrides,
  };
}

export type Assembled = {
  readonly source: string;
  readonly evaluate: (node: XmlNode, state: RunState) => unknown;
  readonly run: (document: XmlDocument, node?: XmlNode) => unknown;
};

/** Assembles a module from the declarations of the scope and an expression over `n` and `d`. */
export function assemble(scope: Scope, code: string): Assembled {
  const source = `${scope.module.source()}\nreturn (n, d) => (${code});`;
  const make = new Function('rt', 'names', source) as (
    rt: typeof runtime,
    pool: NamePool,
  ) => (node: XmlNode, state: RunState) => unknown;
  const made = make(runtime, names);
  const evaluate: Assembled['evaluate'] = (node, state) => {
    learnNames(state.document);
    return made(node, state);
  };
  return {
    source,
    evaluate,
    run: (document, node = document) => evaluate(node, makeRunState(document, NOW, scope.module.cells())),
  };
}

export function parseDocument(xml: string): XmlDocument {
  const parsed = parseXml(new TextEncoder().encode(xml), { names });
  if (!parsed.ok) throw new Error(`test document does not parse: ${parsed.faults[0]?.found}`);
  return parsed.document;
}

/** The string value of an expression as xsl:value-of writes it. */
export function evaluateString(expression: string, xml: string, overrides: Partial<Scope> = {}): string {
  const scope = makeScope(overrides);
  const code = compileString(expression, scope);
  return assemble(scope, code).run(parseDocument(xml)) as string;
}

/** The JavaScript of an expression with all its declarations. */
export function compiledSource(expression: string, overrides: Partial<Scope> = {}): string {
  const scope = makeScope(overrides);
  return assemble(scope, compileExpression(expression, scope).code).source;
}
