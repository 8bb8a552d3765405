import { parseXml } from '../xml/index.ts';
import { XPathError } from '../xpath/runtime/index.ts';
import { hit } from './builtins.ts';
import type { PackModule, PackRun } from './pack-module.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Judges the documents that patterns name instead of the one at hand (`pattern/@documents`, ISO 19757-3, 5.4.9): each
 * by the rules of that pattern. What cannot be found out leaves all its assertions open.
 *
 * @param run what came of the document at hand; findings of the others are added to its own
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
    const judge = (address: string): void => {
      if (readDocument === undefined) throw new XPathError('FODC0002', `nothing was given to read ${address} with`);
      const parsed = parseXml(bytesOf(address, readDocument), { names: run.document.names, limits });
      if (!parsed.ok) throw new XPathError('FODC0002', `${address} is not well-formed: ${parsed.faults[0]!.reason}`);
      const { document } = parsed;
      const memo = new Array(cells).fill(undefined);
      // What a run without a clock does when it is asked for the time is inherited, not copied.
      walk(Object.assign(Object.create(run), { document, address, memo, made: 0, failures: null, on, from: null }));
    };
    try {
      const addresses = addressesOf(run.document, run);
      run.documents.set(pattern, addresses);
      for (const address of addresses) judge(address);
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
