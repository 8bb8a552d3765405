import { createHash } from 'node:crypto';
import { type FileResult, inLanguage, type Language } from '@e-invoice/validator/issues';
import { BYTE_ORDER_MARK, toCsvLine } from '../../../lib/csv.ts';
import type { Scope } from '../../../lib/scope.ts';
import { type DownloadedFile, hasEnded, NOT_AN_INVOICE } from '../../batches/index.ts';
import type { Digest, Drop } from './drop.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { keyOf } from './process-documents.ts';
import { aboutFile, chooseBase, type ResultFile, showResults, writeJson } from './results/write-results.ts';

/** Timeout of one wait for the end of a batch, in milliseconds; the wait is repeated. */
const PATIENCE_MS = 300_000;

const COLUMNS = ['position', 'filename', 'valid', 'fatal', 'warning', 'info', 'invoice_id', 'error', 'result'];

/**
 * Creates a batch from an uploaded archive or NDJSON file, waits for it to finish, and publishes a summary, a table
 * and the result of each file, signed.
 *
 * @throws Refusal for an invalid archive; any other error may be temporary
 */
export async function takeBatch(
  parts: DropboxParts,
  folders: Folders,
  { drop, digest, scope, kind }: { drop: Drop; digest: Digest; scope: Scope; kind: 'zip' | 'ndjson' },
  signal: AbortSignal,
): Promise<void> {
  const { batches } = parts;
  const options = drop.settings.cii === 'validate' ? { cii: drop.settings.cii } : {};
  // The same archive with other options is another batch.
  const idempotency = { key: keyOf(drop, digest, options.cii), shared: false };
  const received = await batches.receive(scope, { options, idempotency }, parts.readBatch(drop.path, kind));
  const replayed = received.replayed && Date.parse(received.batch.created_at) < drop.at;
  const { id } = received.batch;
  await parts.meter(scope, 'validation', { calls: received.batch.total, receipt: `sftp ${id}` });
  let batch = received.batch;
  while (!hasEnded(batch)) {
    batch = await batches.wait(scope, id, PATIENCE_MS, signal);
    signal.throwIfAborted();
  }
  const { language, trigger_files: triggers } = drop.settings;
  const about = aboutFile(drop, digest);
  const base = await chooseBase(folders, drop, about);
  const lines = [BYTE_ORDER_MARK + toCsvLine(COLUMNS)];
  const { sequence: _, ...fields } = batch;
  const { skipped: names } = await batches.results(scope, id, { limit: 1 });
  const skipped_files = names.map((filename) => ({ filename, ...NOT_AN_INVOICE }));
  const summary = Buffer.from(
    writeJson({ ...fields, skipped_files, batch_id: id, replayed, file: about, results: `${base}.results` }),
  );
  const eachResult = writeEach(batches.download(scope, id), names, language, lines);
  const csv = (): string => lines.join('');
  const signed = listDigests(eachResult, () => [`../${base}.csv`, csv()], parts.evidence.signResult);
  const results = { ending: '.results', files: signed };
  const isClean = batch.status === 'completed' && batch.invalid === 0 && batch.failed === 0;
  const files: ResultFile[] = [
    { ending: '.csv', content: csv },
    { ending: '.summary.json.jws', content: await parts.evidence.signResult(summary) },
    { ending: '.summary.json', content: summary },
    ...(triggers ? [{ ending: isClean ? '.ok' : '.err', content: '' }] : []),
  ];
  await showResults(folders, drop, base, files, results);
}

/** Yields the result file of each invoice and appends its table line. Skipped files get only a line. */
async function* writeEach(
  files: AsyncIterable<DownloadedFile>,
  skipped: readonly string[],
  language: Language,
  lines: string[],
) {
  for await (const { position, filename, result, error } of files) {
    const name = `${String(position + 1).padStart(5, '0')}-${flatten(filename)}.result.json`;
    const validated = result === null ? null : inLanguage(JSON.parse(result) as FileResult, { language });
    const { valid = null, fatal_count = null, warning_count = null, info_count = null } = validated ?? {};
    const cells = [fatal_count, warning_count, info_count, validated?.summary.invoice_id ?? null, error?.code ?? null];
    lines.push(toCsvLine([position + 1, filename, valid === null ? null : String(valid), ...cells, name]));
    yield { name, content: writeJson(validated ?? { filename, error }) };
  }
  for (const filename of skipped)
    lines.push(
      toCsvLine(
        COLUMNS.map((name) => (name === 'filename' ? filename : name === 'error' ? NOT_AN_INVOICE.code : null)),
      ),
    );
}

/**
 * Yields the files, then `SHA256SUMS` and its signature, so that one signature covers every file.
 *
 * @param last name and content of a listed file outside the folder; called after all files are written
 */
async function* listDigests(
  files: AsyncIterable<{ readonly name: string; readonly content: string }>,
  last: () => readonly [name: string, content: string],
  sign: (bytes: Uint8Array) => Promise<string>,
) {
  const lines: string[] = [];
  const list = (name: string, content: string): void => {
    lines.push(`${createHash('sha256').update(content).digest('hex')}  ${name}\n`);
  };
  for await (const file of files) {
    list(file.name, file.content);
    yield file;
  }
  list(...last());
  const content = lines.join('');
  yield { name: 'SHA256SUMS', content };
  yield { name: 'SHA256SUMS.jws', content: await sign(Buffer.from(content)) };
}

/** File name without folders and without characters that are invalid on file systems. */
const flatten = (filename: string): string =>
  Buffer.from(
    filename
      .slice(filename.lastIndexOf('/') + 1)
      .toWellFormed()
      .replaceAll(/[^\p{L}\p{M}\p{N}._ -]/gu, '_'),
  )
    .subarray(0, 150)
    .toString('utf8')
    .replaceAll('\uFFFD', '');
