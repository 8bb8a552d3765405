import type { ItemType, SequenceType } from '../item-types.ts';
import type { ModuleBuilder } from './module-builder.ts';
import type { Syntax } from './parse.ts';
import type { Constant, FunctionBinding, KeyBinding, VariableBinding } from './scope.ts';

/** What a value depends on, apart from the document as a whole. */
export type Needs = {
  readonly focus: boolean;
  readonly position: boolean;
  readonly last: boolean;
  readonly current: boolean;
  readonly locals: ReadonlySet<string>;
};

export const NOTHING: Needs = { focus: false, position: false, last: false, current: false, locals: new Set() };
export const FOCUS: Needs = { ...NOTHING, focus: true };

export function joinNeeds(...parts: readonly Needs[]): Needs {
  const joined = parts.filter((part) => part !== NOTHING);
  if (joined.length <= 1) return joined[0] ?? NOTHING;
  return {
    focus: joined.some((part) => part.focus),
    position: joined.some((part) => part.position),
    last: joined.some((part) => part.last),
    current: joined.some((part) => part.current),
    locals: new Set(joined.flatMap((part) => [...part.locals])),
  };
}

export const isIndependent = (needs: Needs): boolean =>
  !needs.focus && !needs.position && !needs.last && !needs.current && needs.locals.size === 0;

/** The needs that remain of an expression evaluated with another context item. */
export const outsideFocus = (needs: Needs): Needs => ({ ...needs, focus: false, position: false, last: false });

/** The order of the nodes that `each` produces, before they are sorted into document order. */
export type NodeOrder = {
  readonly sorted: boolean;
  readonly distinct: boolean;
  /** No node is inside another one. */
  readonly disjoint: boolean;
  /** All are the context item, its attributes or its descendants. */
  readonly within: boolean;
};

/** The JavaScript names of the focus, and the position in the code. */
export type Env = {
  readonly module: ModuleBuilder;
  readonly n: string;
  readonly p: string;
  readonly l: string;
  /** The node that `current()` returns. */
  readonly u: string;
  readonly fresh: (prefix: string) => string;
  /** Whether the code is inside a memo cell, where parts are not memoised again. */
  readonly remembering: boolean;
};

/** Receives the JavaScript name of an item and returns the statements to run for it. */
export type Sink = (item: string) => string;

/**
 * A typed expression: the intermediate representation. `value` returns a JavaScript expression in the representation
 * of `type`; `each` returns statements that run a sink for every item; `test` returns the effective boolean value. At
 * least one of `value` and `each` is defined; `code.ts` derives the rest. Call these only through `code.ts`.
 */
export type Expr = {
  readonly type: SequenceType;
  readonly needs: Needs;
  readonly value?: (env: Env) => string;
  readonly each?: (env: Env, sink: Sink) => string;
  readonly test?: (env: Env) => string;
  /** Whether memoising it for the whole document is worthwhile if it does not depend on the focus. */
  readonly isExpensive: boolean;
  /** For nodes; if undefined, nothing is known, and `each` produces them in the order they have. */
  readonly nodes?: NodeOrder | undefined;
  readonly constant?: readonly Constant[] | undefined;
  /** For unions: the number of parts that emit the sink. */
  readonly width?: number;
  /** For `count(E)`: E. */
  readonly counted?: Expr | undefined;
  /** For `A = B` and `A eq B`: the two sides. */
  readonly equality?: readonly [Expr, Expr] | undefined;
  /** For `concat(' ', E, ' ')`: E. */
  readonly padded?: Expr | undefined;
  /** For a variable reference: its JavaScript name. */
  readonly reference?: string;
  /** The value of a variable is already computed; reading it again is free. */
  readonly isComputed?: true;
  /** For a cast to a derived type: the name of the type. Values do not carry it; it is known only at the cast. */
  readonly derived?: string;
  /** Whether its nodes certainly belong to the main document (`isMain`). */
  readonly isMain?: boolean | undefined;
  /** For `last()`. */
  readonly isLast?: boolean;
  /** For `/`. */
  readonly isRoot?: boolean;
};

export type Local = { readonly js: string; readonly type: SequenceType; readonly isMain: boolean };

/** Everything an expression may refer to: the static context of XPath 2.0, section 2.1.1. */
export type Scope = {
  /** Prefix to URI. Unprefixed element names are in no namespace unless `''` is defined. */
  readonly namespaces: Readonly<Record<string, string>>;
  variable(uri: string, local: string): VariableBinding | undefined;
  fn(uri: string, local: string, arity: number): FunctionBinding | undefined;
  key(uri: string, local: string): KeyBinding | undefined;
  /**
   * Returns JavaScript for the document node of a file that belongs to the rules; throws Refusal if there is no such
   * file.
   */
  readonly document?: (href: string) => string;
  /** Whether expressions can reach nodes of documents other than the main one; unset: false. */
  readonly otherTrees?: boolean;
  /** Whether values are converted and compared by the rules of XPath 1.0; unset: XPath 2.0. */
  readonly isXPath1?: boolean;
  /** Whether the expression is in a schema and may use the XSLT functions about the processor; unset: false. */
  readonly isInSchema?: boolean;
  /** Whether the context item certainly belongs to the main document; unset: true. */
  readonly isMain?: boolean;
  /**
   * Type of the context item (the JavaScript variable `n`); null if there is no context item (in a function body).
   */
  readonly context: ItemType | null;
  readonly module: ModuleBuilder;
  /** Wraps each expression to trace its evaluation; unset: no tracing. */
  readonly watch?: Watch | undefined;
};

/** Returns the traced form of an expression. */
export type Watch = (node: Syntax, expr: Expr, site: Site) => Expr;

/** The static context at one position of an expression. */
export type Site = {
  readonly source: string;
  readonly scope: Scope;
  readonly context: ItemType | null;
  /** Whether the context item, if it is a node, certainly belongs to the main document. */
  readonly isMain: boolean;
  /** Type of the result of `current()`, or null. */
  readonly currentType: ItemType | null;
  readonly locals: ReadonlyMap<string, Local>;
  /** Returns a number that is unique in this expression, for JavaScript names of variables. */
  readonly number: () => number;
  readonly build: (node: Syntax, site: Site) => Expr;
};

/** Whether the nodes of an expression certainly belong to the main document. */
export const isMain = (expr: Expr, { scope }: Pick<Site, 'scope'>): boolean =>
  scope.otherTrees !== true || expr.isMain === true;

export const ONE_NODE: NodeOrder = { sorted: true, distinct: true, disjoint: true, within: false };
