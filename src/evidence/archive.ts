import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ZipFile } from 'yazl';
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

/** A regular file that everybody may read. */
const MODE = 0o100644;

/**
 * A signed report with its files as a ZIP archive (contract, section 3). The same report gives the same bytes.
 *
 * @param invoice the judged bytes, to go with it as `invoice.xml`; null leaves them out
 */
export async function writeArchive({ report, texts }: WrittenReport, invoice: Uint8Array | null): Promise<Buffer> {
  const json = Buffer.from(JSON.stringify(report));
  // Other requests get their turn before the long texts are packed.
  await nextTurn();
  const files = new Map<string, Uint8Array>([
    ['evidence.json', json],
    ...REPORT_FILES.flatMap((name) => {
      const text = texts[name];
      return text === undefined ? [] : [[name, Buffer.from(text)] as const];
    }),
    ...(invoice === null ? [] : ([['invoice.xml', invoice]] as const)),
  ]);
  files.set('SHA256SUMS', Buffer.from(toSums(files)));
  await nextTurn();
  const archive = new ZipFile();
  const mtime = new UtcDate(report.created_at);
  for (const [name, bytes] of files) {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    archive.addBuffer(content, name, { mtime, mode: MODE, forceDosTimestamp: true });
  }
  archive.end();
  return buffer(archive.outputStream);
}

/** As `sha256sum` writes and checks it. */
const toSums = (files: ReadonlyMap<string, Uint8Array>): string =>
  [...files].map(([name, bytes]) => `${hash('sha256', bytes)}  ${name}\n`).join('');
