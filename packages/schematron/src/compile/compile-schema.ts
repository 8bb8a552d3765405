import { quote, quoteOrNull } from '../javascript.ts';
import type { RuleIndexEntry } from '../run/rule-index-entry.ts';
import type { Check, Schema } from '../schematron/model.ts';
import { type ReadSchemaOptions, readSchematron } from '../schematron/read.ts';
import { toRuleIndex } from '../schematron/rule-index.ts';
import type { SchematronSource } from '../schematron/source-files.ts';
import { type Fault, makeFaults } from '../schematron/unsupported-construct.ts';
import { makeModuleBuilder } from '../xpath/compile/index.ts';
import { type Emitting, matchCode } from './codegen/context.ts';
import { emitDispatch } from './codegen/dispatch.ts';
import { makeDocumentVariables } from './codegen/document-variables.ts';
import { declareFunctions } from './codegen/functions.ts';
import { declareKeys } from './codegen/keys.ts';
import { emitReportTable } from './codegen/report.ts';
import { type EmittedPattern, fixedText, makeRuleEmitter } from './codegen/rules.ts';
import { planWalk } from './plan.ts';

export type CompiledPack = {
  /**
   * An ES module without imports. Its export `rules` is a function that takes the runtime library, which `load`
   * passes. Equal sources produce equal code.
   */
  readonly code: string;
  readonly rules: readonly RuleIndexEntry[];
  /** Constructs that no processor applies, with their positions. */
  readonly warnings: readonly Fault[];
};

export type CompileOptions = ReadSchemaOptions & {
  /** Whether the rules are used with `toSvrl`: the code then includes the texts of the schema. */
  readonly svrl?: boolean;
};

/**
 * Compiles an ISO Schematron schema (ISO/IEC 19757-3; query bindings xslt, xslt2, xslt3) to an ES module that can be
 * saved to a file, imported and passed to `load`.
 *
 * @throws SchemaRefused with file, line, rule id and reason of everything that cannot be compiled
 */
export function compile(source: SchematronSource, options: CompileOptions = {}): CompiledPack {
  const { schema, warnings } = readSchematron(source, options);
  return { code: compileSchema(schema, options), rules: toRuleIndex(schema), warnings };
}

/** The same for a parsed schema. */
export function compileSchema(schema: Schema, { svrl = false }: CompileOptions = {}): string {
  const faults = makeFaults();
  const module = makeModuleBuilder();
  const { namespaces, documents } = schema;
  const hasDocuments = validatesDocuments(schema);
  const otherTrees = hasDocuments || bringsTrees(schema);
  const isXPath1 = schema.queryBinding === 'xslt';
  const declaring = { module, faults, namespaces, documents, otherTrees, isXPath1 };
  const functions = declareFunctions(schema.functions, declaring);
  const keys = declareKeys(schema.keys, { ...declaring, fn: functions.fn });
  const emitting: Emitting = { ...declaring, fn: functions.fn, key: keys.key };
  const variables = makeDocumentVariables(emitting, schema);
  const bodies = [...functions.emit(emitting, variables.globals), ...keys.emit(emitting, variables.globals)];
  const rules = makeRuleEmitter(emitting, variables, svrl);
  const patterns = schema.patterns.map((pattern, number) => rules.emitPattern(pattern, number));
  const phases = emitPhases(emitting, schema);
  faults.settle();

  const plan = planWalk(patterns.map((pattern) => pattern.rules.map(({ branches }) => branches)));
  const dispatch = emitDispatch(plan, patterns, schema.phases.length > 0 || hasDocuments);
  return [
    'export const rules = (rt, engine, names) => {',
    `const $hit = engine.hit, $noMatch = engine.noMatch, $notInPhase = engine.notInPhase${svrl ? ', $fired = engine.fired' : ''};`,
    module.source(),
    ...bodies,
    ...rules.lines(),
    ...dispatch.lines,
    `const checks=${emitChecks(rules.checks())};`,
    `return {checks,cells:${module.cells()},patterns:${patterns.length},phases:${phases},defaultPhase:${quoteOrNull(schema.defaultPhase)},rules:${emitRules(patterns)},tables:${dispatch.tables}${hasDocuments ? `,documents:${emitDocuments(patterns)}` : ''}${svrl ? `,report:${emitReportTable(schema, rules.checks())}` : ''}};`,
    '};',
    '',
  ].join('\n');
}

const emitChecks = (checks: readonly Check[]): string =>
  `[\n${checks.map((check) => `[${[check.id, check.kind, check.flag, check.role, fixedText(check)].map(quoteOrNull).join(',')}]`).join(',\n')}\n]`;

/** The function of each rule, its first assertion number and the number after its last one. */
const emitRules = (patterns: readonly EmittedPattern[]): string =>
  `[${patterns.flatMap(({ rules }) => rules.map(({ js, checks: [from, to] }) => `[${js},${from},${to}]`)).join(',')}]`;

/** Each phase with the numbers of its active patterns, the ids that match no pattern, and its `from` pattern. */
function emitPhases(emitting: Emitting, { phases, patterns }: Schema): string {
  const entries = phases.map(({ id, active, from }) => {
    const numbers = patterns.flatMap((pattern, number) => (active.includes(pattern.id) ? [number] : []));
    const missing = active.filter((name) => !patterns.some((pattern) => pattern.id === name));
    const where = from === null ? '' : `,from:${matchCode(emitting, from)}`;
    return `[${quote(id)}]:{active:[${numbers.join(',')}],missing:[${missing.map(quote).join(',')}]${where}}`;
  });
  return `{${entries.join(',')}}`;
}

/** Patterns that validate other documents: pattern number, document addresses, and the range of their assertions. */
const emitDocuments = (patterns: readonly EmittedPattern[]): string =>
  `[${patterns.flatMap(({ documents, checks }, number) => (documents === null ? [] : [`[${number},${documents},[${checks.join(',')}]]`])).join(',')}]`;

/** Whether any pattern validates documents other than the main one. */
export const validatesDocuments = ({ patterns }: Schema): boolean =>
  patterns.some((pattern) => pattern.documents !== null);

/**
 * Whether expressions can reach a tree that belongs to the schema: a referenced file or the content of a variable.
 */
export const bringsTrees = ({ documents, lets, phases, patterns }: Schema): boolean =>
  documents.size > 0 ||
  [lets, ...phases.map((phase) => phase.lets), ...patterns.map((pattern) => pattern.lets)]
    .concat(patterns.flatMap(({ rules }) => rules.map((rule) => rule.lets)))
    .some((all) => all.some(({ content }) => content !== undefined));
