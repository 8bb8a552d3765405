import type { ItemType, SequenceType } from '../item-types.ts';
import type { ModuleBuilder } from './module-builder.ts';
import type { Syntax } from './parse.ts';
import type { Constant, FunctionBinding, KeyBinding, VariableBinding } from './scope.ts';

/** What a value depends on besides the document as a whole. */
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

/** What remains of the needs of something evaluated with another context item. */
export const outsideFocus = (needs: Needs): Needs => ({ ...needs, focus: false, position: false, last: false });

/** How the nodes come out of `each`, before they are put in document order. */
export type NodeOrder = {
  readonly sorted: boolean;
  readonly distinct: boolean;
  /** No node lies inside another one. */
  readonly disjoint: boolean;
  /** All are the context item, its attributes or its descendants. */
  readonly within: boolean;
};

/** JavaScript names of the focus and the place where code is written. */
export type Env = {
  readonly module: ModuleBuilder;
  readonly n: string;
  readonly p: string;
  readonly l: string;
  /** The node that `current()` gives. */
  readonly u: string;
  readonly fresh: (prefix: string) => string;
  /** Inside the code of a memo cell: what is inside is not remembered once more. */
  readonly remembering: boolean;
};

/** Receives the JavaScript name of an item and gives the statements to run for it. */
export type Sink = (item: string) => string;

/**
 * A typed expression: the intermediate representation. `value` gives a JavaScript expression in the representation
 * of `type`; `each` gives statements that run a sink for every item; `test` gives its effective boolean value. At
 * least one of `value` and `each` is there; `code.ts` derives the rest. Call these through `code.ts` only.
 */
export type Expr = {
  readonly type: SequenceType;
  readonly needs: Needs;
  readonly value?: (env: Env) => string;
  readonly each?: (env: Env, sink: Sink) => string;
  readonly test?: (env: Env) => string;
  /** Worth remembering for the whole document when it is independent of the focus. */
  readonly costly: boolean;
  /** For nodes; absent when nothing is known, and then `each` gives them in the order they have. */
  readonly nodes?: NodeOrder | undefined;
  readonly constant?: readonly Constant[] | undefined;
  /** Of unions: how many parts write the sink. */
  readonly width?: number;
  /** Of `count(E)`: E. */
  readonly counted?: Expr | undefined;
  /** Of `A = B` and `A eq B`: its sides. */
  readonly equality?: readonly [Expr, Expr] | undefined;
  /** Of `concat(' ', E, ' ')`: E. */
  readonly padded?: Expr | undefined;
  /** Of a variable reference: its JavaScript name. */
  readonly reference?: string;
  /** A variable's value, which is there already: reading it again costs nothing. */
  readonly isHeld?: true;
  /** Of a cast to a derived type: its name. Values do not carry it: it is known where the cast stands. */
  readonly derived?: string;
  /** Whether its nodes are surely of the document that is judged (`isMain`). */
  readonly isMain?: boolean | undefined;
  /** Of `last()`. */
  readonly isLast?: boolean;
  /** Of `/`. */
  readonly isRoot?: boolean;
};

export type Local = { readonly js: string; readonly type: SequenceType; readonly isMain: boolean };

/** Everything an expression may refer to: the static context of XPath 2.0, section 2.1.1. */
export type Scope = {
  /** Prefix to URI. Unprefixed element names are in no namespace unless `''` is given. */
  readonly namespaces: Readonly<Record<string, string>>;
  variable(uri: string, local: string): VariableBinding | undefined;
  fn(uri: string, local: string, arity: number): FunctionBinding | undefined;
  key(uri: string, local: string): KeyBinding | undefined;
  /** JavaScript that gives the document node of a file beside the rules; throws Refusal when there is none. */
  readonly document?: (href: string) => string;
  /** Whether expressions can meet nodes of other documents than the one that is judged; unset: they cannot. */
  readonly otherTrees?: boolean;
  /** Whether values are converted and compared as XPath 1.0 does it; unset: as XPath 2.0. */
  readonly isXPath1?: boolean;
  /** Whether expressions stand in a schema, which may ask of the processor what XSLT has it answer; unset: they do not. */
  readonly isInSchema?: boolean;
  /** Whether the context item is surely of the document that is judged; unset: it is. */
  readonly isMain?: boolean;
  /** Type of the context item (the JavaScript variable `n`); null where there is none (the body of a function). */
  readonly context: ItemType | null;
  readonly module: ModuleBuilder;
  /** What each expression becomes, so that its evaluation is seen; unset: it stays as it is. */
  readonly watch?: Watch | undefined;
};

/** What an expression becomes whose evaluation shall be seen. */
export type Watch = (node: Syntax, expr: Expr, site: Site) => Expr;

/** The static context at one place of an expression. */
export type Site = {
  readonly source: string;
  readonly scope: Scope;
  readonly context: ItemType | null;
  /** Whether the context item, where it is a node, is surely of the document that is judged. */
  readonly isMain: boolean;
  /** Type of what `current()` gives; null where there is none. */
  readonly currentType: ItemType | null;
  readonly locals: ReadonlyMap<string, Local>;
  /** A number not given before in this expression: JavaScript names of variables must differ wherever they stand. */
  readonly number: () => number;
  readonly build: (node: Syntax, site: Site) => Expr;
};

/** Whether the nodes of an expression are surely of the document that is judged. */
export const isMain = (expr: Expr, { scope }: Pick<Site, 'scope'>): boolean =>
  scope.otherTrees !== true || expr.isMain === true;

export const ONE_NODE: NodeOrder = { sorted: true, distinct: true, disjoint: true, within: false };
