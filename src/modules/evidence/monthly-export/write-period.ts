import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Language } from '@e-invoice/validator/issues';
import { ZipFile } from 'yazl';
import type { ReportEntry } from '../report.ts';
import { makeCompleteness } from './completeness.ts';
import type { Month } from './month.ts';
import type { Range } from './monthly-export-store.ts';
import { makeSample, type Sampled } from './sample.ts';
import { makeSpool } from './spool.ts';
import { type ListedEntry, tableHead, tableLine } from './table.ts';
import { makeTotals } from './totals.ts';

/** The ZIP library writes local time; this class makes it write UTC on any machine. */
class UtcDate extends Date {
  override getFullYear = (): number => this.getUTCFullYear();
  override getMonth = (): number => this.getUTCMonth();
  override getDate = (): number => this.getUTCDate();
  override getHours = (): number => this.getUTCHours();
  override getMinutes = (): number => this.getUTCMinutes();
  override getSeconds = (): number => this.getUTCSeconds();
}

const MODE = 0o100644;

export type PeriodWish = {
  readonly month: Month;
  readonly language: Language;
  /** Number of reports to include with their full archive, and the seed of their selection. */
  readonly sample: number;
  readonly seed: string;
};

type PeriodParts = {
  readonly workspaceId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly range: Range;
  /** Returns the erased numbers of the range, in ascending order. */
  readonly erased: () => Promise<readonly Range[]>;
  /** Reports of the range, in ascending order of number. */
  readonly entries: AsyncIterable<ListedEntry>;
  /** Returns the archive of a report; null if it was erased since. */
  readonly archiveOf: (sampled: Sampled) => Promise<Uint8Array | null>;
  readonly keys: () => Promise<string>;
  readonly signSums: (sums: Uint8Array) => Promise<string>;
};

type ListedLine = ReportEntry & {
  readonly position: number;
  readonly document_id: string | null;
  readonly log_index: number | null;
};

/**
 * Streams the reports of a month as a ZIP archive: `evidence.csv` and `evidence.json` (the list), `samples/`,
 * `summary.json` (totals, completeness, sampling), `keys.json`, and `SHA256SUMS` with its signature. The archive is
 * generated while it is read. A failure ends the stream with an error and leaves the archive incomplete.
 */
export function writePeriod(request: PeriodWish, parts: PeriodParts): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  fill(zip, request, parts).then(
    () => zip.end(),
    (error: Error) => output.destroy(error),
  );
  return output;
}

async function fill(zip: ZipFile, request: PeriodWish, parts: PeriodParts): Promise<void> {
  const { month, language, seed } = request;
  const { range, at } = parts;
  const options = { mtime: new UtcDate(at), mode: MODE, forceDosTimestamp: true };
  const sums: string[] = [];
  const add = async (name: string, texts: AsyncIterable<string | Uint8Array>): Promise<void> => {
    const sum = createHash('sha256');
    async function* summed(): AsyncGenerator<Buffer> {
      for await (const text of texts) {
        const bytes = Buffer.from(text as string);
        sum.update(bytes);
        yield bytes;
      }
    }
    const stream = Readable.from(summed(), { objectMode: false });
    const ended = once(stream, 'end');
    zip.addReadStream(stream, name, options);
    await ended;
    sums.push(`${sum.digest('hex')}  ${name}\n`);
  };
  const addWhole = (name: string, content: string | Uint8Array) => add(name, Readable.from([content]));

  const list = makeSpool();
  const totals = makeTotals();
  const completeness = makeCompleteness(range);
  const sample = makeSample(seed, request.sample);
  async function* table(): AsyncGenerator<string> {
    let chunk = tableHead(language);
    let before = '[\n';
    for await (const listed of parts.entries) {
      const { position, at: made, entry, documentId, logIndex } = listed;
      completeness.see(position);
      // The number range of a month may contain reports made shortly before or after it.
      if (made < month.from || made >= month.to) continue;
      totals.add(entry);
      sample.see({ id: entry.id, documentId });
      const line: ListedLine = { position, ...entry, document_id: documentId, log_index: logIndex };
      await list.write(`${before}${JSON.stringify(line)}`);
      before = ',\n';
      chunk += tableLine(listed, language);
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = '';
    }
    await list.write(before === '[\n' ? '[]\n' : '\n]\n');
    yield chunk;
  }
  await add('evidence.csv', table());
  await add('evidence.json', await list.read());
  const enclosed: string[] = [];
  for (const sampled of sample.list()) {
    const archive = await parts.archiveOf(sampled);
    if (archive === null) continue;
    await addWhole(`samples/${sampled.id}.zip`, archive);
    enclosed.push(sampled.id);
  }
  const summary = {
    workspace_id: parts.workspaceId,
    month: month.name,
    created_at: at,
    totals: totals.summarize(),
    completeness: completeness.summarize(await parts.erased()),
    sample: { seed, size: request.sample, chosen: sample.list().map(({ id }) => id), enclosed },
  };
  await addWhole('summary.json', `${JSON.stringify(summary, null, 2)}\n`);
  await addWhole('keys.json', await parts.keys());
  const listed = Buffer.from(sums.join(''));
  zip.addBuffer(listed, 'SHA256SUMS', options);
  zip.addBuffer(Buffer.from(await parts.signSums(listed)), 'SHA256SUMS.jws', options);
}

const CHUNK = 32 * 1024;
