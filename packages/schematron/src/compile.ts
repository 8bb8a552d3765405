/**
 * ISO Schematron to an ES module: reads rule sources and compiles them (README, one section a pass).
 *
 * It must never let an expression pass that it could not compile: what it does not take is refused with its place.
 */
export { compileExplanations, explanationsOf } from './compile/compile-explanations.ts';
export { type CompiledPack, type CompileOptions, compile, compileSchema } from './compile/compile-schema.ts';
export type { SchematronSource } from './schematron/source-files.ts';
export { type Fault, SchemaRefused } from './schematron/unsupported-construct.ts';
