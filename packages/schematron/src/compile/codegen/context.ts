import type { Schema, Source } from '../../schematron/model.ts';
import { documentPath } from '../../schematron/source-files.ts';
import type { Faults } from '../../schematron/unsupported-construct.ts';
import type {
  FunctionBinding,
  ItemType,
  KeyBinding,
  ModuleBuilder,
  PatternBranch,
  Scope,
  VariableBinding,
  Watch,
} from '../../xpath/compile/index.ts';
import { compilePattern, Refusal } from '../../xpath/compile/index.ts';

export type Lookup = (name: string) => VariableBinding | undefined;

/** Context shared by all emitters. */
export type Emitting = {
  readonly module: ModuleBuilder;
  readonly faults: Faults;
  readonly namespaces: Readonly<Record<string, string>>;
  readonly documents: Schema['documents'];
  /** Whether expressions can reach nodes of documents other than the validated one. */
  readonly otherTrees: boolean;
  /** Whether expressions are XPath 1.0 (query binding `xslt`). */
  readonly isXPath1: boolean;
  fn(uri: string, local: string, arity: number): FunctionBinding | undefined;
  key(uri: string, local: string): KeyBinding | undefined;
  /** Set when the generated code must record a trace for explanations. */
  readonly watching?: Watching;
};

/** How expressions and rule variables are emitted so that their evaluation is traced. */
export type Watching = {
  readonly watch: Watch;
  /** Returns code for a parameterless function that evaluates `code` once and adds its trace on every call. */
  readonly once: (code: string) => string;
};

/** The static context of one expression. */
export function makeScope(
  emitting: Emitting,
  context: ItemType | null,
  variable: Lookup,
  namespaces: Readonly<Record<string, string>> = emitting.namespaces,
): Scope {
  return {
    namespaces,
    variable: (uri, local) => (uri === '' ? variable(local) : undefined),
    fn: emitting.fn,
    key: emitting.key,
    context,
    module: emitting.module,
    otherTrees: emitting.otherTrees,
    isXPath1: emitting.isXPath1,
    isInSchema: true,
    watch: emitting.watching?.watch,
  };
}

/** The scope at the position of an expression: its prefixes, and file paths relative to its file. */
function scopeAt({ documents, module }: Emitting, { place, namespaces }: Source, scope: Scope): Scope {
  return {
    ...scope,
    namespaces: namespaces === undefined ? scope.namespaces : { ...scope.namespaces, ...namespaces },
    document: (href) => {
      const path = documentPath(place.file, href);
      if (path === null)
        throw new Refusal(href, `"${href}" is not a relative path; only files in the folder of the schema are read`);
      const found = documents.get(path);
      if (found === undefined) throw new Refusal(href, `${path} is not named by a literal in one piece`);
      if ('reason' in found) throw new Refusal(href, `${path} ${found.reason}`);
      return treeCode(module, found.xml, false);
    },
  };
}

/** JavaScript for the tree of an XML text: the document node or, for content, the nodes in the document element. */
export const treeCode = (module: ModuleBuilder, xml: string, isContent: boolean): string =>
  `${module.rt('openTree')}(${module.tree(xml, isContent)}, names)`;

/**
 * Runs a compilation step. A refusal becomes a fault at the position of the expression and `instead` is returned, so
 * that one run reports the faults of all expressions.
 */
export function attempt<T>(
  emitting: Emitting,
  source: Source,
  ruleId: string | null,
  instead: T,
  scope: Scope,
  step: (text: string, scope: Scope) => T,
): T {
  try {
    return step(source.text, scopeAt(emitting, source, scope));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    emitting.faults.add(source.place, error.reason, ruleId, source.text);
    return instead;
  }
}

/**
 * Emits a module-level function that tests whether a node matches a pattern (XSLT 2.0, section 5.5.3).
 *
 * @returns the name of the function
 */
export function matchCode(emitting: Emitting, source: Source): string {
  const scope = makeScope(emitting, 'node', () => undefined);
  const none: readonly PatternBranch[] = [];
  const branches = attempt(emitting, source, null, none, scope, compilePattern);
  const conditions = branches.map(({ kind, name, test }) =>
    [
      ...(kind === null ? [] : [`n.kind===${kind}`]),
      ...(name === null ? [] : [`n.name===${name}`]),
      ...(test === null ? [] : [test]),
    ].join('&&'),
  );
  return emitting.module.define(['n', 'd'], `return ${conditions.map((all) => `(${all || 'true'})`).join('||')};`);
}

const CONTEXT_TYPES: Readonly<Record<number, ItemType>> = {
  1: 'element',
  2: 'attribute',
  3: 'text',
  7: 'instruction',
  8: 'comment',
  9: 'document',
};

export function contextType(branches: readonly PatternBranch[]): ItemType {
  const kinds = new Set(branches.map(({ kind }) => kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== null && kind !== undefined ? (CONTEXT_TYPES[kind] ?? 'node') : 'node';
}
