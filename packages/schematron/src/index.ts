/**
 * Compiled ISO Schematron: loads rules, reads XML, judges documents, tells outcomes as objects.
 *
 * It must never import what compiles, make code of text, swallow a dynamic error, know what an invoice is, or need more
 * than JavaScript: it runs in a browser as it does in Node.
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
