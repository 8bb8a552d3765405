/**
 * Reads ISO Schematron source: the schema with everything it includes, and the list of its assertions. Does not
 * compile and does not load the compiler's dependencies.
 */
export type { RuleIndexEntry } from './run/rule-index-entry.ts';
export { readSchematron } from './schematron/read.ts';
export { toRuleIndex } from './schematron/rule-index.ts';
export type { SchematronSource } from './schematron/source-files.ts';
export { type Fault, SchemaRefused } from './schematron/unsupported-construct.ts';
