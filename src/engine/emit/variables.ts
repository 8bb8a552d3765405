import type { Let, Phase } from '../schematron/model.ts';
import {
  type Compiled,
  compileExpression,
  convertTo,
  type ItemType,
  parseSequenceType,
  Refusal,
  type SequenceType,
  type VariableBinding,
} from '../xpath/index.ts';
import { attempt, type Emitting, type Lookup, makeScope } from './context.ts';

/** A value that nothing may be done with: stands in after a fault, when no code will be made any more. */
const NOTHING: Compiled = { code: 'undefined', type: { item: 'item', min: 0, max: 'many' }, perRun: false };
const ANYTHING: SequenceType = { item: 'item', min: 0, max: 'many' };

/** Compiles the value of a variable, converted to its `as` type when it has one. */
export function compileLet(emitting: Emitting, variable: Let, context: ItemType, lookup: Lookup): Compiled {
  const scope = makeScope(emitting, context, lookup);
  const compiled = attempt(emitting, variable.value, null, NOTHING, (text) => compileExpression(text, scope));
  if (variable.as === null) return compiled;
  return attempt(emitting, variable.as, null, NOTHING, (text) => {
    const type = parseSequenceType(text, scope);
    return { code: convertTo(compiled, type, scope), type, perRun: compiled.perRun };
  });
}

/** A value for the whole document, evaluated with the document node as context, once, when first used. */
function onceBinding(emitting: Emitting, compiled: Compiled): VariableBinding {
  if (compiled.constant !== undefined) return { js: compiled.code, type: compiled.type, constant: compiled.constant };
  const reader = emitting.module.define(['n', 'd'], `return ${compiled.code};`);
  return { js: emitting.module.perRun(`${reader}(d.document, d)`), type: compiled.type, captures: [] };
}

/**
 * The variables of a schema or pattern: the context is the document node, the order of definition does not
 * matter, and a name hides the same name further out (whose value its own definition may use).
 */
export function makeDocumentVariables(emitting: Emitting, lets: readonly Let[], outer: Lookup): Lookup {
  const bindings = new Map<string, VariableBinding>();
  const underway: string[] = [];
  const lookup: Lookup = (name) => {
    const known = bindings.get(name);
    if (known !== undefined) return known;
    const variable = lets.find((candidate) => candidate.name === name);
    if (variable === undefined || underway.at(-1) === name) return outer(name);
    if (underway.includes(name)) throw new Refusal(`$${name}`, `$${name} depends on itself`);
    underway.push(name);
    const compiled = compileLet(emitting, variable, 'document', lookup);
    underway.pop();
    const binding = onceBinding(emitting, compiled);
    bindings.set(name, binding);
    return binding;
  };
  // Unused variables are compiled too: a schema that cannot be compiled in full is refused.
  for (const { name } of lets) lookup(name);
  return lookup;
}

/** The variables of phases: which one a name means is known when a run begins. */
export function makePhaseVariables(emitting: Emitting, phases: readonly Phase[], outer: Lookup): Lookup {
  const inPhase = phases.map(({ id, lets }) => ({
    id,
    names: new Set(lets.map(({ name }) => name)),
    lookup: makeDocumentVariables(emitting, lets, outer),
  }));
  return (name) => {
    const defining = inPhase.filter(({ names }) => names.has(name));
    const other = outer(name);
    if (defining.length === 0) return other;
    const scope = makeScope(emitting, null, outer);
    const general = ({ js, type }: VariableBinding): string =>
      convertTo({ code: js, type, perRun: true }, ANYTHING, scope);
    const fallback = other === undefined ? `$notInPhase(${JSON.stringify(name)})` : general(other);
    const choice = defining.map(({ id, lookup }) => `d.phase===${JSON.stringify(id)}?${general(lookup(name)!)}:`);
    const reader = emitting.module.define(['d'], `return ${choice.join('')}${fallback};`);
    return { js: `${reader}(d)`, type: ANYTHING, captures: [] };
  };
}

export type RuleVariables = {
  readonly lookup: Lookup;
  /** The declarations of those variables that something emitted so far uses. */
  declarations(): string;
  /** Their JavaScript names. */
  names(): string[];
};

/**
 * The variables of a rule: evaluated for each node it matches, at most once, and only when an assertion needs
 * them, so that an error in one does not touch the assertions that never use it.
 */
export function makeRuleVariables(
  emitting: Emitting,
  lets: readonly Let[],
  context: ItemType,
  outer: Lookup,
  newName: () => string,
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
    const compiled = compileLet(emitting, variable, context, lookup);
    if (compiled.constant !== undefined || compiled.perRun) {
      bindings.set(variable.name, onceBinding(emitting, compiled));
      continue;
    }
    const js = newName();
    const local: Local = { name: variable.name, js, code: compiled.code, needs };
    const binding: VariableBinding = { js: `${js}()`, type: compiled.type, captures: [js] };
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
        .map(({ js, code }) => `let ${js}$;const ${js}=()=>${js}$===undefined?(${js}$=${code}):${js}$;`)
        .join('\n'),
  };
}
