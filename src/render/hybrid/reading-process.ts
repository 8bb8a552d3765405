/**
 * Reads the invoice in one PDF, then what its pages say of it, and ends. A process of its own: a hostile PDF costs
 * itself alone.
 */

import { firstCharacters } from '../../lib/first-characters.ts';
import { readEmbedded } from '../embedded/index.ts';
import { toShownInvoice } from '../shown.ts';
import { compareValues } from './compare-values.ts';
import type { ReadingAsked, ReadingTold } from './read-hybrid.ts';

const tell = (told: ReadingTold): Promise<void> =>
  new Promise((done, failed) =>
    process.send!(told, (error: Error | null) => (error === null ? done() : failed(error))),
  );

/** A name is told; a name of megabytes is none. */
const LONGEST_NAME = 500;
const MAX_OTHERS = 20;

async function run(pdf: Uint8Array, asked: ReadingAsked): Promise<void> {
  const found = await readEmbedded(pdf, asked);
  if (typeof found === 'string') return tell({ kind: 'refused', reason: found });
  const { file, profile, text, error, others } = found;
  const invoice = found.invoice === null ? null : toShownInvoice(found.invoice);
  const embedded = {
    filename: firstCharacters(file.name, LONGEST_NAME),
    profile,
    bytes: file.bytes,
    json: text === null ? null : Buffer.from(JSON.stringify(text)),
    error,
    others: others.slice(0, MAX_OTHERS).map((name) => firstCharacters(name, LONGEST_NAME)),
    visible: invoice === null ? null : compareValues(invoice, null),
  };
  await tell({ kind: 'embedded', embedded });
  if (invoice === null) return;
  // Loaded only now: nobody who waits for the invoice waits for it.
  const { readText } = await import('./read-text.ts');
  const pages = await readText(pdf).catch(() => null);
  await tell({ kind: 'visible', visible: compareValues(invoice, pages) });
}

process.once('message', async (asked: ReadingAsked) => {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  await run(Buffer.concat(parts), asked);
  process.disconnect();
});
await tell({ kind: 'ready' });
// Whoever asked is gone.
process.once('disconnect', () => process.exit());
