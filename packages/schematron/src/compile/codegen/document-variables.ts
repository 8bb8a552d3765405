import { quote } from '../../javascript.ts';
import type { Let, Schema } from '../../schematron/model.ts';
import { convertTo, Refusal, type VariableBinding } from '../../xpath/compile/index.ts';
import { type Emitting, type Lookup, makeScope } from './context.ts';
import { ANYTHING, compileLet, onceBinding } from './let.ts';

/** Variables that do not depend on the node a rule matched. */
export type DocumentVariables = {
  /** The variables visible to functions. */
  readonly globals: Lookup;
  /** The variables visible to the rules of pattern `number`. */
  inPattern(number: number): Lookup;
};

/**
 * Declares the variables of the schema, phases and patterns. The context is the document node; the order of
 * definition does not matter. Lookup order in a pattern: its own variables, then those of the phase, of the schema
 * and of other patterns. Published schemas keep variables in a pattern without rules, because many processors turn
 * all of them into global variables. A definition may use the variable that it hides.
 */
export function makeDocumentVariables(emitting: Emitting, schema: Schema): DocumentVariables {
  const bindings = new Map<Let, VariableBinding>();
  const underway = new Set<Let>();
  // When a pattern validates other documents, schema variables are still evaluated on the main document.
  const hasDocuments = schema.patterns.some(({ documents }) => documents !== null);
  const ofMain = new Set(hasDocuments ? [...schema.lets, ...schema.phases.flatMap(({ lets }) => lets)] : []);

  const bindingOf = (variable: Let, sees: Lookup): VariableBinding => {
    const known = bindings.get(variable);
    if (known !== undefined) return known;
    if (underway.has(variable)) throw new Refusal(`$${variable.name}`, `$${variable.name} depends on itself`);
    underway.add(variable);
    const compiled = compileLet(emitting, variable, 'document', sees);
    underway.delete(variable);
    const once = onceBinding(emitting, compiled);
    const binding = ofMain.has(variable) && once.constant === undefined ? fromMain(once) : once;
    bindings.set(variable, binding);
    return binding;
  };
  /** The variables visible to the definition of a variable: not the variable itself, but `hidden` under its name. */
  const definition = (variable: Let, sees: Lookup, hidden: Lookup): VariableBinding =>
    bindingOf(variable, (name) => (name === variable.name ? hidden(name) : sees(name)));

  const elsewhere = (name: string, except: number): VariableBinding | undefined => {
    const found = schema.patterns.flatMap((pattern, number) => {
      const variable = number === except ? undefined : pattern.lets.find((candidate) => candidate.name === name);
      return variable === undefined ? [] : [{ variable, number }];
    });
    if (found.length > 1) throw new Refusal(`$${name}`, `$${name} is defined in several other patterns`);
    return found[0] === undefined ? undefined : ofPattern(found[0].variable, found[0].number);
  };
  const ofSchema = (name: string, except = -1): VariableBinding | undefined => {
    const variable = schema.lets.find((candidate) => candidate.name === name);
    if (variable === undefined) return elsewhere(name, except);
    return definition(variable, ofSchema, (hidden) => elsewhere(hidden, -1));
  };
  const ofPhase = (name: string, except = -1): VariableBinding | undefined => {
    const defining = schema.phases.flatMap(({ id, lets }) => {
      const variable = lets.find((candidate) => candidate.name === name);
      return variable === undefined ? [] : [{ id, variable }];
    });
    const other = defining.length > 0 && !isDefined(schema, name) ? undefined : ofSchema(name, except);
    if (defining.length === 0) return other;
    const choices = defining.map(({ id, variable }) => {
      const own = schema.phases.find((phase) => phase.id === id)!.lets;
      const sees: Lookup = (inner) => {
        const sibling = own.find((candidate) => candidate.name === inner);
        return sibling === undefined ? ofSchema(inner) : definition(sibling, sees, ofSchema);
      };
      return { id, binding: definition(variable, sees, ofSchema) };
    });
    return chosenAtRun(emitting, name, choices, other);
  };
  const ofPattern = (variable: Let, number: number): VariableBinding =>
    definition(variable, inPattern(number), (name) => ofPhase(name, number));
  const inPattern =
    (number: number): Lookup =>
    (name) => {
      const variable = schema.patterns[number]!.lets.find((candidate) => candidate.name === name);
      return variable === undefined ? ofPhase(name, number) : ofPattern(variable, number);
    };

  // Unused variables are compiled too, because a schema that does not compile completely is rejected.
  for (const { name } of schema.lets) ofSchema(name);
  for (const { lets } of schema.phases) for (const { name } of lets) ofPhase(name);
  for (const [number, { lets }] of schema.patterns.entries()) for (const { name } of lets) inPattern(number)(name);
  return { globals: (name) => ofPhase(name), inPattern };
}

const fromMain = (binding: VariableBinding): VariableBinding => ({
  ...binding,
  js: binding.js.replace(/\(d\)$/, '(d.main)'),
  isMain: false,
});

const isDefined = ({ lets, patterns }: Schema, name: string): boolean =>
  [lets, ...patterns.map((pattern) => pattern.lets)].some((all) => all.some((variable) => variable.name === name));

/** A variable defined by phases: the definition is chosen when a run starts. */
function chosenAtRun(
  emitting: Emitting,
  name: string,
  choices: readonly { readonly id: string; readonly binding: VariableBinding }[],
  other: VariableBinding | undefined,
): VariableBinding {
  const scope = makeScope(emitting, null, () => undefined);
  const general = ({ js, type }: VariableBinding): string =>
    convertTo({ code: js, type, perRun: true }, ANYTHING, scope);
  const fallback = other === undefined ? `$notInPhase(${quote(name)})` : general(other);
  const choice = choices.map(({ id, binding }) => `d.phase===${quote(id)}?${general(binding)}:`);
  const reader = emitting.module.define(['d'], `return ${choice.join('')}${fallback};`);
  return { js: `${reader}(d)`, type: ANYTHING, captures: [] };
}
