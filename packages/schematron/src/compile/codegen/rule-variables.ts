import type { Let } from '../../schematron/model.ts';
import type { ItemType, VariableBinding } from '../../xpath/compile/index.ts';
import type { Emitting, Lookup } from './context.ts';
import { compileLet, onceBinding } from './let.ts';

type RuleVariables = {
  readonly lookup: Lookup;
  /** The declarations of the variables that the code emitted so far uses. */
  declarations(): string;
  names(): string[];
};

/**
 * The variables of a rule. Each is evaluated at most once per matched node and only when an assertion uses it, so
 * that an error in one variable does not affect assertions that do not use it.
 *
 * @param isMain whether the node certainly belongs to the main document
 */
export function makeRuleVariables(
  emitting: Emitting,
  lets: readonly Let[],
  context: ItemType,
  outer: Lookup,
  newName: () => string,
  isMain: boolean,
): RuleVariables {
  type Local = { readonly name: string; readonly js: string; readonly code: string; readonly needs: Set<Local> };
  const locals: Local[] = [];
  const bindings = new Map<string, VariableBinding>();
  const roots = new Set<Local>();
  let needs = roots;

  const localOf = new Map<VariableBinding, Local>();
  const lookup: Lookup = (name) => {
    const binding = bindings.get(name);
    if (binding === undefined) return outer(name);
    const local = localOf.get(binding);
    if (local !== undefined) needs.add(local);
    return binding;
  };
  for (const variable of lets) {
    needs = new Set();
    const compiled = compileLet(emitting, variable, context, lookup, isMain);
    if (compiled.constant !== undefined || compiled.perRun) {
      bindings.set(variable.name, onceBinding(emitting, compiled));
      continue;
    }
    const js = newName();
    const local: Local = { name: variable.name, js, code: compiled.code, needs };
    const binding: VariableBinding = { js: `${js}()`, type: compiled.type, isMain: compiled.isMain, captures: [js] };
    locals.push(local);
    localOf.set(binding, local);
    bindings.set(variable.name, binding);
  }
  needs = roots;

  const used = (): Local[] => {
    const reached = new Set<Local>();
    const reach = (local: Local): void => {
      if (reached.has(local)) return;
      reached.add(local);
      for (const next of local.needs) reach(next);
    };
    for (const local of roots) reach(local);
    return locals.filter((local) => reached.has(local));
  };
  return {
    lookup,
    names: () => used().map(({ js }) => js),
    declarations: () =>
      used()
        .map(({ js, code }) =>
          emitting.watching === undefined
            ? `let ${js}$;const ${js}=()=>${js}$===undefined?(${js}$=${code}):${js}$;`
            : `const ${js}=${emitting.watching.once(code)};`,
        )
        .join('\n'),
  };
}
