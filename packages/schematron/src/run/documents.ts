import { parseXml } from '../xml/index.ts';
import { XPathError } from '../xpath/runtime/index.ts';
import { hit } from './builtins.ts';
import type { PackModule, PackRun } from './pack-module.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Validates the documents that patterns name instead of the main one (`pattern/@documents`, ISO 19757-3, 5.4.9), each
 * with the rules of that pattern. If the addresses or a document cannot be read, all assertions of the pattern are
 * undetermined.
 *
 * @param run the run on the main document; findings of the other documents are appended to its findings
 * @param walk applies the active patterns of a run to its document
 */
export function validateDocuments(
  { documents = [], patterns, cells }: PackModule,
  run: PackRun,
  { readDocument, limits }: RunOptions,
  walk: (run: PackRun) => void,
): void {
  for (const [pattern, addressesOf, [from, to]] of documents) {
    if (!run.active[pattern]) continue;
    const on = Array.from({ length: patterns }, (_, number) => number === pattern);
    const validate = (address: string): void => {
      if (readDocument === undefined) throw new XPathError('FODC0002', `no reader is configured for ${address}`);
      const parsed = parseXml(bytesOf(address, readDocument), { names: run.document.names, limits });
      if (!parsed.ok) throw new XPathError('FODC0002', `${address} is not well-formed: ${parsed.faults[0]!.reason}`);
      const { document } = parsed;
      const memo = new Array(cells).fill(undefined);
      // Inherit from `run`: the accessor that throws when a run without a clock reads the time must not be copied.
      walk(Object.assign(Object.create(run), { document, address, memo, made: 0, failures: null, on, from: null }));
    };
    try {
      const addresses = addressesOf(run.document, run);
      run.documents.set(pattern, addresses);
      for (const address of addresses) validate(address);
    } catch (error) {
      for (let check = from; check < to; check++) hit(run, check, run.document, error);
    }
  }
}

function bytesOf(address: string, read: NonNullable<RunOptions['readDocument']>): Uint8Array {
  try {
    return read(address);
  } catch {
    throw new XPathError('FODC0002', `${address} cannot be read`);
  }
}
