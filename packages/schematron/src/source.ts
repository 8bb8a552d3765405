/**
 * ISO Schematron as it is written: the schema read, with all that it includes, and the list of its assertions. Nothing is
 * compiled, and the compiler's library is not needed.
 */
export type { RuleIndexEntry } from './run/rule-index-entry.ts';
export { readSchematron } from './schematron/read.ts';
export { toRuleIndex } from './schematron/rule-index.ts';
export type { SchematronSource } from './schematron/source-files.ts';
export { type Fault, SchemaRefused } from './schematron/unsupported-construct.ts';
