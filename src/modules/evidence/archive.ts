import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { REPORT_FILES, type WrittenReport } from './report.ts';
import { STAMP_FILES } from './verifier/index.ts';
import { digestOfPacked, type PackedFile, packFile, storeFile, writeZip } from './write-zip.ts';

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

/**
 * The digests of the files as they lie in the archive: a packed file can say the same in other bits. What comes behind it
 * lies there as it is.
 */
const PACKED = 'packed.json';
/** The list of digests, and the signature of its bytes. */
const SUMS = 'SHA256SUMS';
const SUMS_SIGNATURE = 'SHA256SUMS.jws';

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
  const entries: PackedFile[] = [];
  for (const [name, bytes] of files) entries.push(await packFile(name, bytes));
  const packed = Buffer.from(
    JSON.stringify(Object.fromEntries(entries.map((file) => [file.name, digestOfPacked(file)]))),
  );
  const sums = Buffer.from(toSums([...files, [PACKED, packed]]));
  const signature = Buffer.from(await signSums(sums));
  await nextTurn();
  const last = [storeFile(PACKED, packed), storeFile(SUMS, sums), storeFile(SUMS_SIGNATURE, signature)];
  return writeZip([...entries, ...last], new Date(report.created_at));
}

/** As `sha256sum` writes and checks it. */
const toSums = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): string =>
  files.map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join('');
