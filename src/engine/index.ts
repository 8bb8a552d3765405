/**
 * ISO Schematron to JavaScript: reads rule sources, compiles them, judges documents (README, one section a pass).
 *
 * `compile` and `validate` are the engine as a library; the rest is for those who keep packs and documents themselves.
 *
 * It must never evaluate an expression that it could not compile, swallow a dynamic error, know what an invoice
 * is, or need more than JavaScript: it runs in a browser as it does in Node.
 */
export { type CompiledPack, compile, compileSchema } from './compile/compile-schema.ts';
export { type RuleIndexEntry, toRuleIndex } from './compile/rule-index.ts';
export type { Finding } from './run/finding.ts';
export { type CompiledRules, load, type Pack, type PackManifest } from './run/pack.ts';
export { type RunnablePack, type RunOptions, runPack, runPacks } from './run/run.ts';
export { type FindingNote, type Outcome, validate } from './run/validate.ts';
export { readSchematron } from './schematron/read.ts';
export { type Fault, SchemaRefused } from './schematron/refused.ts';
export type { SchematronSource } from './schematron/source-files.ts';
