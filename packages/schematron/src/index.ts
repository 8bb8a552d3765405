/**
 * Runtime for compiled ISO Schematron: loads rules, parses XML, validates documents and returns findings as objects.
 *
 * This entry point never imports the compiler, evaluates generated text or swallows a dynamic error; it contains no
 * invoice logic and uses only standard JavaScript, so that it runs in browsers and in Node.js.
 */
export type { Finding } from './run/finding.ts';
export { type CompiledRules, load } from './run/load.ts';
export type { RuleIndexEntry } from './run/rule-index-entry.ts';
export { type RunnablePack, runPack, runPacks } from './run/run.ts';
export type { RunOptions } from './run/run-options.ts';
export { type FindingNote, type Outcome, validate } from './run/validate.ts';
export {
  DEFAULT_XML_LIMITS,
  locationOf,
  NamePool,
  type ParsedXml,
  parseXml,
  positionOf,
  type ReadOptions,
  type XmlDocument,
  type XmlFault,
  type XmlLimits,
  type XmlNode,
} from './xml/index.ts';
