import { getHeapStatistics } from 'node:v8';
import { locationOf, positionOf, type XmlDocument } from '@e-invoice/schematron/xml';
import { type Structure, structureWith } from '../../packages/validator/src/validation/layers/structure/index.ts';
import { structureIssues } from '../../packages/validator/src/validation/layers/structure.ts';
import type { RulePack } from '../../packages/validator/src/validation/rule-pack.ts';
import { peppolRuleset, readInvoice, validateByRules } from './rules.ts';

/** Bytes allocated for one invoice, by phase. */
export type Allocation = {
  readonly parse: number;
  readonly structure: number;
  readonly rules: number;
  /** Path, line and column of each child of the document element, as if each had an issue. */
  readonly locations: number;
};

/** Young generation large enough to avoid a collection during the measurement. */
export const ALLOCATION_HEAP = ['--expose-gc', '--max-semi-space-size=512', '--min-semi-space-size=512'];

const KEPT_BYTES = 4_000_000;

/**
 * Measures the allocation of each compiled phase: heap size before and after a few files, without a collection in
 * between.
 */
export function measureAllocation(packs: readonly RulePack[], loaded: Structure, bytes: Uint8Array): Allocation {
  const ruleset = peppolRuleset(packs);
  const structure = structureWith(loaded, ruleset.packs[0]!.pack.names);
  const phases = {
    structure: (document: XmlDocument) => structureIssues(structure, document),
    rules: (document: XmlDocument) => validateByRules(ruleset, document),
    locations: (document: XmlDocument) => {
      for (const child of document.root.children) {
        locationOf(child);
        positionOf(document, child.offset);
      }
    },
  };
  for (let file = 0; file < 60_000_000 / bytes.length; file++) {
    const document = readInvoice(bytes, ruleset);
    for (const phase of Object.values(phases)) phase(document);
  }
  const files = Math.ceil(KEPT_BYTES / bytes.length);
  const documents: XmlDocument[] = [];
  const parse = allocatedBy(files, () => void documents.push(readInvoice(bytes, ruleset)));
  const of = (phase: (document: XmlDocument) => unknown): number =>
    allocatedBy(files, (file) => void phase(documents[file]!));
  return { parse, structure: of(phases.structure), rules: of(phases.rules), locations: of(phases.locations) };
}

function allocatedBy(files: number, work: (file: number) => void): number {
  (globalThis as { gc?: () => void }).gc?.();
  const before = getHeapStatistics().used_heap_size;
  for (let file = 0; file < files; file++) work(file);
  return (getHeapStatistics().used_heap_size - before) / files;
}
