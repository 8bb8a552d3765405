import type { StylesheetFunction } from '../../schematron/model.ts';
import { OWN_NAMES } from '../../schematron/read-function.ts';
import {
  compileExpression,
  convertTo,
  type FunctionBinding,
  type ModuleBuilder,
  parseSequenceType,
  type SequenceType,
} from '../../xpath/compile/index.ts';
import { attempt, type Emitting, type Lookup, makeScope } from './context.ts';
import { ANYTHING } from './let.ts';

const NO_VARIABLES: Lookup = () => undefined;

type Declared = { readonly declaration: StylesheetFunction; readonly binding: FunctionBinding };

export type Functions = {
  readonly fn: Emitting['fn'];
  /** Returns the JavaScript of all bodies; `globals` are the schema variables. */
  emit(emitting: Emitting, globals: Lookup): string[];
};

/** Declares the stylesheet functions first and emits them later, so that they can be recursive. */
export function declareFunctions(
  declarations: readonly StylesheetFunction[],
  emitting: Omit<Emitting, 'fn' | 'key'>,
): Functions {
  const declared = new Map<string, Declared>();
  const key = (uri: string, local: string, arity: number): string => `{${uri}}${local}#${arity}`;
  const bare: Emitting = { ...emitting, fn: () => undefined, key: () => undefined };

  for (const declaration of declarations) {
    const scope = makeScope(bare, null, NO_VARIABLES, declaration.namespaces);
    const typeOf = (as: StylesheetFunction['as']): SequenceType =>
      as === null ? ANYTHING : attempt(bare, as, null, ANYTHING, scope, parseSequenceType);
    const name = key(declaration.uri, declaration.local, declaration.parameters.length);
    if (declared.has(name))
      emitting.faults.add(declaration.body.place, `function ${declaration.local} is declared twice`);
    const parameters = declaration.parameters.map(({ as }) => typeOf(as));
    declared.set(name, {
      declaration,
      binding: { js: `X${declared.size + 1}`, parameters, result: typeOf(declaration.as) },
    });
  }

  return {
    fn: (uri, local, arity) => declared.get(key(uri, local, arity))?.binding ?? nodeMaker(uri, local, emitting.module),
    emit: (complete, globals) =>
      [...declared.values()].map(({ declaration, binding }) => {
        const parameters = new Map(
          declaration.parameters.map(({ name }, index) => [
            name,
            { js: `A${index + 1}`, type: binding.parameters[index]!, captures: [`A${index + 1}`] },
          ]),
        );
        const lookup: Lookup = (name) => parameters.get(name) ?? globals(name);
        const scope = makeScope(complete, null, lookup, declaration.namespaces);
        const code = attempt(complete, declaration.body, null, 'undefined', scope, (text, at) =>
          convertTo(compileExpression(text, at), binding.result, at),
        );
        const names = declaration.parameters.map((_, index) => `,A${index + 1}`).join('');
        return `function ${binding.js}(d${names}){return ${code};}`;
      }),
  };
}

/**
 * The constructors that `read-function.ts` calls for text that stays a node: a text node, or the document node of a
 * temporary tree.
 */
function nodeMaker(uri: string, local: string, module: ModuleBuilder): FunctionBinding | undefined {
  if (uri !== OWN_NAMES || (local !== 'text' && local !== 'tree')) return undefined;
  const result: SequenceType = { item: local === 'text' ? 'text' : 'document', min: 1, max: 1 };
  const js = module.rt(local === 'text' ? 'makeText' : 'makeTree');
  return { js, parameters: [{ item: 'string', min: 1, max: 1 }], result };
}
