import type { Emitting, Lookup } from './emit/context.ts';
import { emitDispatch } from './emit/dispatch.ts';
import { declareFunctions } from './emit/functions.ts';
import { fixedText, makeRuleEmitter } from './emit/rules.ts';
import { makeDocumentVariables, makePhaseVariables } from './emit/variables.ts';
import { planWalk } from './plan.ts';
import { type RuleIndexEntry, toRuleIndex } from './rule-index.ts';
import type { Check, Schema } from './schematron/model.ts';
import { readSchematron } from './schematron/read.ts';
import { makeFaults } from './schematron/refused.ts';
import type { SchematronSource } from './schematron/source-files.ts';
import { makeModuleBuilder } from './xpath/index.ts';

export type CompiledPack = {
  /**
   * The body of a function of `rt` (run-time library of `xpath/`) and `engine` (`builtins.ts`) that returns a
   * `PackModule` (`run.ts`). Equal sources give equal code.
   */
  readonly code: string;
  readonly rules: readonly RuleIndexEntry[];
};

const NO_VARIABLES: Lookup = () => undefined;

/**
 * Compiles a Schematron schema (ISO/IEC 19757-3, query bindings xslt, xslt2, xslt3) to JavaScript.
 * Throws `SchemaRefused` with file, line, rule id and reason of everything that cannot be compiled.
 */
export function compileSchematron(source: SchematronSource): CompiledPack {
  const { schema } = readSchematron(source);
  return { code: compileSchema(schema), rules: toRuleIndex(schema) };
}

/** The same for a schema that is already read. */
export function compileSchema(schema: Schema): string {
  const faults = makeFaults();
  const module = makeModuleBuilder();
  const declaring = { module, faults, namespaces: schema.namespaces };
  const functions = declareFunctions(schema.functions, declaring);
  const emitting: Emitting = { ...declaring, fn: functions.fn };
  const schemaVariables = makeDocumentVariables(emitting, schema.lets, NO_VARIABLES);
  const bodies = functions.emit(emitting, schemaVariables);
  const rules = makeRuleEmitter(emitting, makePhaseVariables(emitting, schema.phases, schemaVariables));
  const patterns = schema.patterns.map((pattern) => rules.emitPattern(pattern));
  faults.settle();

  const plan = planWalk(patterns.map((pattern) => pattern.rules.map(({ branches }) => branches)));
  const dispatch = emitDispatch(plan, patterns, schema.phases.length > 0);
  return [
    '"use strict";',
    'const $hit = engine.hit, $noMatch = engine.noMatch, $notInPhase = engine.notInPhase;',
    module.source(),
    ...bodies,
    ...rules.lines(),
    ...dispatch.lines,
    `const checks=${emitChecks(rules.checks())};`,
    `return {checks,cells:${module.cells()},patterns:${patterns.length},phases:${emitPhases(schema)},defaultPhase:${JSON.stringify(schema.defaultPhase)},tables:${dispatch.tables}};`,
    '',
  ].join('\n');
}

const emitChecks = (checks: readonly Check[]): string =>
  `[\n${checks.map((check) => JSON.stringify([check.id, check.kind, check.flag, check.role, fixedText(check)])).join(',\n')}\n]`;

/** Each phase with the numbers of the patterns that are active in it. */
function emitPhases({ phases, patterns }: Schema): string {
  const active = phases.map(({ id, active: ids }) => [
    id,
    patterns.flatMap((pattern, number) => (ids.includes(pattern.id) ? [number] : [])),
  ]);
  return JSON.stringify(Object.fromEntries(active));
}
