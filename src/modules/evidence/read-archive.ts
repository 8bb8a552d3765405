import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { REPORT_FILES, type SignedReport, type WrittenReport } from './report.ts';

/** Reads an archive that this service wrote and stored. Not for untrusted archives. */
export async function readArchive(
  bytes: Uint8Array,
): Promise<{ readonly written: WrittenReport; readonly invoice: Buffer | null }> {
  const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry())
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  const report = files.get('evidence.json');
  if (report === undefined) throw new Error('The archive has no evidence.json');
  const texts = REPORT_FILES.flatMap((name) => {
    const text = files.get(name);
    return text === undefined ? [] : [[name, text.toString('utf8')] as const];
  });
  return {
    written: { report: JSON.parse(report.toString('utf8')) as SignedReport, texts: Object.fromEntries(texts) },
    invoice: files.get('invoice.xml') ?? null,
  };
}
