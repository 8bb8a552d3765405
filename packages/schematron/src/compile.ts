/**
 * Compiler from ISO Schematron to an ES module (see the README: one section per pass).
 *
 * A construct that cannot be compiled is rejected with its source position; it never passes silently.
 */
export { compileExplanations, explanationsOf } from './compile/compile-explanations.ts';
export { type CompiledPack, type CompileOptions, compile, compileSchema } from './compile/compile-schema.ts';
export type { SchematronSource } from './schematron/source-files.ts';
export { type Fault, SchemaRefused } from './schematron/unsupported-construct.ts';
