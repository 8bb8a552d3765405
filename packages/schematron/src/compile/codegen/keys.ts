import type { StylesheetKey } from '../../schematron/model.ts';
import {
  compileKeyValues,
  compilePattern,
  type KeyBinding,
  type PatternBranch,
  type Scope,
} from '../../xpath/compile/index.ts';
import { attempt, contextType, type Emitting, type Lookup, makeScope } from './context.ts';

const NO_VARIABLES: Lookup = () => undefined;

type Declared = {
  readonly binding: KeyBinding;
  readonly js: string;
  readonly parts: readonly (readonly [StylesheetKey, readonly PatternBranch[]])[];
};

export type Keys = {
  readonly key: Emitting['key'];
  /** Returns the JavaScript that fills the indexes; `globals` are the schema variables. */
  emit(emitting: Emitting, globals: Lookup): string[];
};

/**
 * Declares the keys of a schema (XSLT 2.0, section 16.3). Each becomes an index that is filled once per document, on
 * first use. The match pattern sees no variables; the value sees those of the schema.
 */
export function declareKeys(declarations: readonly StylesheetKey[], emitting: Omit<Emitting, 'key'>): Keys {
  const bare: Emitting = { ...emitting, key: () => undefined };
  const declared = new Map<string, Declared>();
  for (const [name, group] of grouped(declarations)) {
    const parts = group.map((declaration) => {
      const scope = makeScope(bare, 'node', NO_VARIABLES, declaration.namespaces);
      const none: readonly PatternBranch[] = [];
      return [declaration, attempt(bare, declaration.match, null, none, scope, compilePattern)] as const;
    });
    const js = `Y${declared.size + 1}`;
    const item = contextType(parts.flatMap(([, branches]) => branches));
    declared.set(name, { js, parts, binding: { js: emitting.module.perRun(`${js}(d)`), item } });
  }
  const find = (uri: string, local: string): KeyBinding | undefined => declared.get(`{${uri}}${local}`)?.binding;
  return {
    key: find,
    emit: (complete, globals) =>
      [...declared.values()].map(({ js, parts, binding }) => {
        // Rejects a key whose value calls the key itself: filling its index would never end.
        const inside: Emitting = {
          ...complete,
          key: (uri, local) => (find(uri, local) === binding ? undefined : find(uri, local)),
        };
        const loops = parts.flatMap(([declaration, branches]) => {
          const scope = makeScope(inside, contextType(branches), globals, declaration.namespaces);
          const code = attempt(inside, declaration.use, null, '[]', scope, compileKeyValues);
          return branches.map((branch) => fillCode(branch, code, scope));
        });
        const { rt } = complete.module;
        const settle = loops.length > 1 ? `${rt('settleKey')}(y);` : '';
        return `function ${js}(d){const y=${rt('makeKey')}();\n${loops.join('\n')}\n${settle}return y;}`;
      }),
  };
}

function grouped(declarations: readonly StylesheetKey[]): Map<string, StylesheetKey[]> {
  const groups = new Map<string, StylesheetKey[]>();
  for (const declaration of declarations) {
    const name = `{${declaration.uri}}${declaration.local}`;
    groups.set(name, [...(groups.get(name) ?? []), declaration]);
  }
  return groups;
}

/** Statements that index every node matched by one alternative of the pattern. */
function fillCode({ kind, name, test }: PatternBranch, atoms: string, { module }: Scope): string {
  const index = kind === 1 ? 'elementsNamed' : kind === 2 ? 'attributesNamed' : null;
  const isIndexed = index !== null && name !== null;
  const nodes = isIndexed ? `${module.rt(index)}(d,${name})` : `${module.rt('everyNode')}(d)`;
  const conditions = [
    ...(isIndexed || kind === null ? [] : [`n.kind===${kind}`]),
    ...(isIndexed || name === null ? [] : [`n.name===${name}`]),
    ...(test === null ? [] : [test]),
  ];
  const enter = `${module.rt('enterKey')}(y,${atoms},n);`;
  return `for(const n of ${nodes})${conditions.length === 0 ? '' : `if(${conditions.join('&&')})`}${enter}`;
}
