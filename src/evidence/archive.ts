import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import { STAMP_FILES } from '../verifier/index.ts';
import { REPORT_FILES, type WrittenReport } from './report.ts';

/** The archive writes the hour of the machine's own time zone; the hour of the report is UTC wherever it is written. */
class UtcDate extends Date {
  override getFullYear = (): number => this.getUTCFullYear();
  override getMonth = (): number => this.getUTCMonth();
  override getDate = (): number => this.getUTCDate();
  override getHours = (): number => this.getUTCHours();
  override getMinutes = (): number => this.getUTCMinutes();
  override getSeconds = (): number => this.getUTCSeconds();
}

/** The files of an archive whose digests are listed, in their order in it. */
const ARCHIVE_FILES: readonly string[] = [
  'evidence.json',
  'report.html',
  'report.pdf',
  'report.md',
  'developer-summary.md',
  'issues.csv',
  'evidence.tlog-proof',
  ...STAMP_FILES,
  'keys.json',
  'verify.mjs',
  'OVERENIE.txt',
  'invoice.xml',
];

/** The list of digests, and the signature of its bytes. */
const SUMS = 'SHA256SUMS';
const SUMS_SIGNATURE = 'SHA256SUMS.jws';

/** A regular file that everybody may read. */
const MODE = 0o100644;

/** How a file of an archive of that time (ISO 8601) stands in it. */
export const entryOptions = (at: string) => ({ mtime: new UtcDate(at), mode: MODE, forceDosTimestamp: true });

/** What goes with a report into its archive, beyond the files that are made with it. */
type ArchiveParts = {
  /** The judged bytes, to go with it as `invoice.xml`; null leaves them out. */
  readonly invoice: Uint8Array | null;
  /** More files, by names of `ARCHIVE_FILES`. */
  readonly extras: ReadonlyMap<string, Uint8Array>;
  /** The detached JWS of the list of digests, of type `sums+jws`. */
  readonly signSums: (sums: Uint8Array) => Promise<string>;
};

/**
 * A signed report with its files as a ZIP archive (contract, section 3). Every byte of every file is bound by a
 * signature: the list of digests has one too. The same parts give the same bytes, as far as the signer does.
 *
 * @throws Error for an extra whose name has no place in an archive
 */
export async function writeArchive({ report, texts }: WrittenReport, parts: ArchiveParts): Promise<Buffer> {
  const { invoice, extras, signSums } = parts;
  const given = new Map<string, Uint8Array>([['evidence.json', Buffer.from(JSON.stringify(report))], ...extras]);
  if (invoice !== null) given.set('invoice.xml', invoice);
  // Other requests get their turn before the long texts are packed.
  await nextTurn();
  for (const name of REPORT_FILES) {
    const text = texts[name];
    if (text !== undefined) given.set(name, Buffer.from(text));
  }
  const stray = [...given.keys()].find((name) => !ARCHIVE_FILES.includes(name));
  if (stray !== undefined) throw new Error(`${stray} has no place in an archive of evidence`);
  const files = ARCHIVE_FILES.flatMap((name) => (given.has(name) ? [[name, given.get(name)!] as const] : []));
  const sums = Buffer.from(toSums(files));
  const signature = Buffer.from(await signSums(sums));
  await nextTurn();
  const archive = new ZipFile();
  const mtime = new UtcDate(report.created_at);
  for (const [name, bytes] of [...files, [SUMS, sums] as const, [SUMS_SIGNATURE, signature] as const]) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    archive.addBuffer(content, name, { mtime, mode: MODE, forceDosTimestamp: true });
  }
  archive.end();
  return buffer(archive.outputStream);
}

/** As `sha256sum` writes and checks it. */
const toSums = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): string =>
  files.map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join('');
