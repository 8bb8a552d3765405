import { quoteData, quoteOrNull } from '../javascript.ts';
import type { Rule, Schema } from '../schematron/model.ts';
import { type ReadSchemaOptions, readSchematron } from '../schematron/read.ts';
import type { SchematronSource } from '../schematron/source-files.ts';
import { makeFaults } from '../schematron/unsupported-construct.ts';
import {
  compileCondition,
  compilePattern,
  type ModuleBuilder,
  makeModuleBuilder,
  makeWatcher,
  type PatternBranch,
} from '../xpath/compile/index.ts';
import { attempt, contextType, type Emitting, type Lookup, makeScope, type Watching } from './codegen/context.ts';
import { makeDocumentVariables } from './codegen/document-variables.ts';
import { declareFunctions } from './codegen/functions.ts';
import { declareKeys } from './codegen/keys.ts';
import { makeRuleVariables } from './codegen/rule-variables.ts';
import { bringsTrees, validatesDocuments } from './compile-schema.ts';

/**
 * Compiles the explanation code of a schema to an ES module without imports, for `loadExplanations`. Use it only with
 * rules that `compile` produced from the same sources.
 *
 * @throws SchemaRefused as `compile`
 */
export function compileExplanations(source: SchematronSource, options: ReadSchemaOptions = {}): string {
  return explanationsOf(readSchematron(source, options).schema);
}

/** The same for a parsed schema. */
export function explanationsOf(schema: Schema): string {
  const faults = makeFaults();
  const module = withoutMemory(makeModuleBuilder());
  const watcher = makeWatcher();
  const watching: Watching = { watch: watcher.watch, once: (code) => `$once(d,()=>${code})` };
  const { namespaces, documents } = schema;
  const otherTrees = validatesDocuments(schema) || bringsTrees(schema);
  const isXPath1 = schema.queryBinding === 'xslt';
  const declaring = { module, faults, namespaces, documents, otherTrees, isXPath1 };
  const functions = declareFunctions(schema.functions, declaring);
  const keys = declareKeys(schema.keys, { ...declaring, fn: functions.fn });
  const plain: Emitting = { ...declaring, fn: functions.fn, key: keys.key };
  const emitting: Emitting = { ...plain, watching };
  const variables = makeDocumentVariables(emitting, schema);
  const bodies = [...functions.emit(emitting, variables.globals), ...keys.emit(plain, variables.globals)];
  let count = 0;
  let locals = 0;
  const checks: string[] = [];
  const lines: string[] = [];

  const emitRule = (rule: Rule, outer: Lookup): void => {
    const none: readonly PatternBranch[] = [];
    const ruleId = rule.checks[0]?.id ?? rule.id;
    const context = contextType(
      attempt(plain, rule.context, ruleId, none, makeScope(plain, 'node', outer), compilePattern),
    );
    const own = makeRuleVariables(emitting, rule.lets, context, outer, () => `L${++locals}`, true);
    const scope = { ...makeScope(emitting, context, own.lookup), isMain: true };
    const cases = rule.checks.map((check) => {
      const code = attempt(emitting, check.test, check.id, 'true', scope, compileCondition);
      return `case ${count++}:return ${code};`;
    });
    const name = `R${lines.length}`;
    lines.push(`function ${name}(n,d,number){${own.declarations()}\nswitch(number){${cases.join('\n')}}}`);
    checks.push(...rule.checks.map(() => name));
  };

  for (const [number, pattern] of schema.patterns.entries()) {
    for (const rule of pattern.rules) {
      if (rule.visitEach === null && pattern.documents === null) {
        emitRule(rule, variables.inPattern(number));
        continue;
      }
      checks.push(...rule.checks.map(() => 'null'));
      count += rule.checks.length;
    }
  }
  faults.settle();
  return [
    'export const explanations = (rt, engine, names) => {',
    'const $see = engine.see, $recall = engine.recall, $once = engine.once, $both = engine.both, $notInPhase = engine.notInPhase;',
    module.source(),
    ...bodies,
    ...lines,
    `const sites=${quoteData(watcher.sites())};`,
    `return {checks:[${checks.join(',')}],sites,cells:${module.cells()},defaultPhase:${quoteOrNull(schema.defaultPhase)}};`,
    '};',
    '',
  ].join('\n');
}

/** A memoised value adds its trace again on every use, including the traces it was computed from. */
function withoutMemory(module: ModuleBuilder): ModuleBuilder {
  const readers = new Map<string, string>();
  return {
    ...module,
    cells: () => readers.size,
    perRun: (code) => {
      const reader = readers.get(code) ?? module.define(['d'], `return $recall(d, ${readers.size}, () => ${code});`);
      readers.set(code, reader);
      return `${reader}(d)`;
    },
  };
}
