/**
 * ISO Schematron to JavaScript: reads rule sources, compiles them, judges documents (README, one section a pass).
 *
 * It must never evaluate an expression that it could not compile, swallow a dynamic error, know what an invoice
 * is, or read anything but rule sources and its own cache.
 */
export { type CompiledPack, compileSchematron } from './compile.ts';
export type { Finding } from './finding.ts';
export {
  type IndexLine,
  instantiate,
  type LoadOptions,
  loadPack,
  type Pack,
  type PackManifest,
  packIndex,
} from './packs.ts';
export type { RuleIndexEntry } from './rule-index.ts';
export { makeRunnable, type RunnablePack, type RunOptions, runPack, runPacks } from './run.ts';
export { type Fault, SchemaRefused } from './schematron/refused.ts';
export type { SchematronSource } from './schematron/source-files.ts';
