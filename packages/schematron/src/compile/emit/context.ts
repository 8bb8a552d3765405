import type { Source } from '../../schematron/model.ts';
import type { Faults } from '../../schematron/refused.ts';
import type {
  FunctionBinding,
  ItemType,
  KeyBinding,
  ModuleBuilder,
  PatternBranch,
  Scope,
  VariableBinding,
} from '../../xpath/compile/index.ts';
import { Refusal } from '../../xpath/compile/index.ts';

export type Lookup = (name: string) => VariableBinding | undefined;

/** What every emitter needs. */
export type Emitting = {
  readonly module: ModuleBuilder;
  readonly faults: Faults;
  readonly namespaces: Readonly<Record<string, string>>;
  fn(uri: string, local: string, arity: number): FunctionBinding | undefined;
  key(uri: string, local: string): KeyBinding | undefined;
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
  };
}

/**
 * Runs a compilation step. A refusal becomes a fault at the place of the expression, and `instead` stands in, so
 * that the next expressions are still looked at.
 */
export function attempt<T>(
  emitting: Emitting,
  source: Source,
  ruleId: string | null,
  instead: T,
  step: (text: string) => T,
): T {
  try {
    return step(source.text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    emitting.faults.add(source.place, error.reason, ruleId, source.text);
    return instead;
  }
}

const CONTEXT_TYPES: Readonly<Record<number, ItemType>> = {
  1: 'element',
  2: 'attribute',
  3: 'text',
  7: 'instruction',
  8: 'comment',
  9: 'document',
};

/** The type of the nodes that a match pattern matches. */
export function contextType(branches: readonly PatternBranch[]): ItemType {
  const kinds = new Set(branches.map(({ kind }) => kind));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== null && kind !== undefined ? (CONTEXT_TYPES[kind] ?? 'node') : 'node';
}
