import { createHash } from 'node:crypto';
import { type FileResult, inLanguage } from '@e-invoice/validator/issues';
import type { Document } from '../documents/index.ts';
import type { Scope } from '../lib/scope.ts';
import { isRefusal, refusal } from '../problems/index.ts';
import { awaitDocument } from './await-document.ts';
import { type Digest, type Drop, readCounted } from './drop.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { writeHtmlReport, writeMarkdownReport } from './results/report.ts';
import { aboutFile, chooseBase, type ResultFile, showResults, writeJson } from './results/write-results.ts';

/** The same path, size and bytes are the same document, however often they come (contract, section 12). */
export const keyOf = ({ name }: Drop, { bytes, sha256 }: Digest, more = ''): string =>
  `sftp ${createHash('sha256')
    .update(JSON.stringify([`/inbox/${name}`, bytes, sha256, more]))
    .digest('hex')}`;

/**
 * Makes a document of a dropped file, waits for what comes of it, and shows that.
 *
 * @throws Refusal for a file that is too large, or a PDF without an invoice; any other fault may pass
 */
export async function takeDocument(
  parts: DropboxParts,
  folders: Folders,
  { drop, digest, scope, kind }: { drop: Drop; digest: Digest; scope: Scope; kind: 'invoice' | 'pdf' },
  signal: AbortSignal,
): Promise<Document> {
  const limit = kind === 'pdf' ? parts.maxPdfBytes : parts.maxXmlBytes;
  if (digest.bytes > limit) throw refusal('file_too_large', { filename: drop.name, limit });
  const bytes = await readCounted(drop.path, digest);
  const content =
    kind === 'pdf' ? (await parts.pdfReader.read(bytes, { owner: drop.workspaceId, signal })).bytes : bytes;
  const received = await receive(parts, scope, drop, digest, content);
  // A drop that is worked on again after a crash finds its own document: only an earlier one was there before it.
  const replayed = received.replayed && Date.parse(received.document.created_at) < drop.at;
  await parts.meter(scope, 'documents', { receipt: `sftp ${received.document.id}` });
  const document = await awaitDocument(parts.documents, scope, received.document.id, signal);
  await show(parts, folders, { drop, digest, scope, document, replayed });
  return document;
}

async function receive({ documents }: DropboxParts, scope: Scope, drop: Drop, digest: Digest, content: Uint8Array) {
  const { steps, partner } = drop.settings;
  const input = {
    filename: drop.name,
    content,
    steps,
    metadata: { source: 'sftp' },
    ...(partner !== null && { send: { partner, receiver: null } }),
  };
  try {
    return await documents.receive(scope, { ...input, idempotencyKey: keyOf(drop, digest) });
  } catch (error) {
    // The same file under other settings: what is done with it is another thing.
    if (!isRefusal(error, 'idempotency_key_reused')) throw error;
    return documents.receive(scope, { ...input, idempotencyKey: keyOf(drop, digest, `${steps.join()} ${partner}`) });
  }
}

/** The artifacts of steps, by the ending that their file has. */
const ARTIFACTS: ReadonlyMap<string, string> = new Map([
  ['evidence.zip', '.evidence.zip'],
  ['invoice.html', '.invoice.html'],
  ['invoice.pdf', '.invoice.pdf'],
  ['send-package.xml', '.send-package.xml'],
]);

type Shown = {
  readonly drop: Drop;
  readonly digest: Digest;
  readonly scope: Scope;
  readonly document: Document;
  readonly replayed: boolean;
};

async function show(parts: DropboxParts, folders: Folders, { drop, digest, scope, document, replayed }: Shown) {
  const { language, trigger_files: triggers } = drop.settings;
  const about = aboutFile(drop, digest);
  const { id, status, error, failed_steps } = document;
  const head = { document_id: id, status, replayed, file: about };
  const files: ResultFile[] = [];
  let valid = false;
  let result: object = { ...head, error };
  const names = document.erased_at === null ? (await parts.documents.artifacts.list(scope, id)).map((a) => a.name) : [];
  if (names.includes('validation.json')) {
    const kept = await parts.documents.artifacts.read(scope, id, 'validation.json');
    const { judged_by: _, ...judged } = JSON.parse(kept.toString('utf8')) as FileResult & { judged_by?: unknown };
    const told = inLanguage(judged as FileResult, { language });
    valid = told.valid;
    result = { ...head, failed_steps, ...told, filename: drop.name };
    for (const [name, ending] of ARTIFACTS) {
      if (!names.some((found) => found === name)) continue;
      files.push({ ending, content: await parts.documents.artifacts.read(scope, id, name) });
    }
    files.push({ ending: '.report.md', content: writeMarkdownReport(drop.name, told, language) });
    files.push({ ending: '.report.html', content: writeHtmlReport(drop.name, told, language) });
  }
  const main = Buffer.from(writeJson(result));
  files.push({ ending: '.result.json.jws', content: await parts.evidence.signResult(main) });
  files.push({ ending: '.result.json', content: main });
  if (triggers) files.push({ ending: valid ? '.ok' : '.err', content: '' });
  const base = await chooseBase(folders, drop, about);
  await showResults(folders, drop, base, files);
}
