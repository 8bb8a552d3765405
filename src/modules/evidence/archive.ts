import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { REPORT_FILES, type WrittenReport } from './report.ts';
import { STAMP_FILES } from './verifier/index.ts';
import { digestOfPacked, type PackedFile, packFile, storeFile, writeZip } from './write-zip.ts';

/** Archive files listed in `SHA256SUMS`, in archive order. */
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
 * Digests of the compressed bytes of each file: different DEFLATE streams can decompress to the same content. Files
 * after it in the archive are stored without compression.
 */
const PACKED = 'packed.json';
const SUMS = 'SHA256SUMS';
const SUMS_SIGNATURE = 'SHA256SUMS.jws';

/** Files added to an archive besides the report and its generated texts. */
type ArchiveParts = {
  /** The validated file, archived as `invoice.xml`; null omits it. */
  readonly invoice: Uint8Array | null;
  /** More files, named as in `ARCHIVE_FILES`. */
  readonly extras: ReadonlyMap<string, Uint8Array>;
  /** Returns the detached JWS of `SHA256SUMS`, of type `sums+jws`. */
  readonly signSums: (sums: Uint8Array) => Promise<string>;
};

/**
 * Writes a signed report and its files as a ZIP archive (contract, section 3). Signatures cover every byte of every
 * file, including the list of digests. The output is deterministic if the signer is.
 *
 * @throws Error if the name of an extra file is not in `ARCHIVE_FILES`
 */
export async function writeArchive({ report, texts }: WrittenReport, parts: ArchiveParts): Promise<Buffer> {
  const { invoice, extras, signSums } = parts;
  const contents = new Map<string, Uint8Array>([['evidence.json', Buffer.from(JSON.stringify(report))], ...extras]);
  if (invoice !== null) contents.set('invoice.xml', invoice);
  // Yield to other requests before compressing the long texts.
  await nextTurn();
  for (const name of REPORT_FILES) {
    const text = texts[name];
    if (text !== undefined) contents.set(name, Buffer.from(text));
  }
  const stray = [...contents.keys()].find((name) => !ARCHIVE_FILES.includes(name));
  if (stray !== undefined) throw new Error(`${stray} is not allowed in an evidence archive`);
  const files = ARCHIVE_FILES.flatMap((name) => (contents.has(name) ? [[name, contents.get(name)!] as const] : []));
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

/** The format of `sha256sum`, so that `sha256sum -c` can check it. */
const toSums = (files: readonly (readonly [name: string, bytes: Uint8Array])[]): string =>
  files.map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join('');
