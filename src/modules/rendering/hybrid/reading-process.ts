/**
 * Process that reads PDFs one at a time: first the invoice, then the text of the pages. A separate process contains
 * the damage that a hostile PDF can cause. No data of a PDF is retained after the response.
 */

import { firstCharacters } from '../../../lib/first-characters.ts';
import { readEmbedded } from '../embedded/index.ts';
import { toShownInvoice } from '../render-metadata.ts';
import { compareValues } from './compare-values.ts';
import type { ReadingReply, ReadingRequest } from './open-reader.ts';

const reply = (message: ReadingReply): Promise<void> =>
  new Promise((resolve, reject) =>
    process.send!(message, (error: Error | null) => (error === null ? resolve() : reject(error))),
  );

const LONGEST_NAME = 500;
const MAX_OTHERS = 20;

async function run(pdf: Uint8Array, request: ReadingRequest): Promise<void> {
  const found = await readEmbedded(pdf, request);
  if (typeof found === 'string') return reply({ kind: 'refused', reason: found });
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
  await reply({ kind: 'embedded', embedded });
  if (invoice === null || !request.withPages) return;
  // Loaded lazily, so that it does not delay the invoice of the first PDF.
  const { readText } = await import('./read-text.ts');
  const pages = await readText(pdf).catch(() => null);
  await reply({ kind: 'visible', visible: compareValues(invoice, pages) });
}

/** Reads the next bytes of the input. Only one PDF is in progress, so all bytes belong to it. */
function makeInput(): (length: number) => Promise<Uint8Array> {
  let parts: Buffer[] = [];
  let size = 0;
  let waiting: { readonly length: number; readonly resolve: (pdf: Uint8Array) => void } | null = null;
  const check = (): void => {
    if (waiting === null || size < waiting.length) return;
    const { resolve } = waiting;
    const pdf = Buffer.concat(parts);
    parts = [];
    size = 0;
    waiting = null;
    resolve(pdf);
  };
  process.stdin.on('data', (part: Buffer) => {
    parts.push(part);
    size += part.length;
    check();
  });
  return (length) =>
    new Promise((resolve) => {
      waiting = { length, resolve };
      check();
    });
}

const receive = makeInput();
process.on('message', async (request: ReadingRequest) => {
  await reply({ kind: 'begun' });
  await run(await receive(request.length), request);
  await reply({ kind: 'free' });
});
// The parent process has exited.
process.once('disconnect', () => process.exit());
