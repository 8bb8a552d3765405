/**
 * ISO Schematron to JavaScript: reads rule sources, compiles them, judges documents (README, one section a pass).
 *
 * `compile` and `validate` are the engine as a library; the rest is for those who keep packs and documents themselves.
 *
 * It must never evaluate an expression that it could not compile, swallow a dynamic error, know what an invoice
 * is, or need more than JavaScript: it runs in a browser as it does in Node.
 */
export { type CompiledPack, compileSchema, compileSchematron } from './compile.ts';
export type { Finding } from './finding.ts';
export { compile, type FindingNote, load, type Outcome, type Rules, validate } from './library.ts';
export { instantiate, type Pack, type PackManifest } from './pack.ts';
export { type RuleIndexEntry, toRuleIndex } from './rule-index.ts';
export { makeRunnable, type RunnablePack, type RunOptions, runPack, runPacks } from './run.ts';
export { readSchematron } from './schematron/read.ts';
export { type Fault, SchemaRefused } from './schematron/refused.ts';
export type { SchematronSource } from './schematron/source-files.ts';
