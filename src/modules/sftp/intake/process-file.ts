import type { Scope } from '../../../lib/scope.ts';
import { isRefusal, refusal } from '../../../platform/errors/index.ts';
import { archive, type Counted, type Digest, type Drop, digestFile, readCounted } from './drop.ts';
import { kindOf } from './file-kind.ts';
import type { Folders } from './folders.ts';
import { isManifest } from './names.ts';
import type { DropboxParts, SerializedRefusal } from './parts.ts';
import { takeBatch } from './process-batch.ts';
import { takeDocuments } from './process-documents.ts';
import { takeDraft } from './process-draft.ts';
import { aboutFile, chooseBase, showResults, writeJson } from './results/write-results.ts';

/** Outcome of a file for logs and metrics, and the id of its document. */
export type Worked = {
  readonly outcome: 'document' | 'batch' | 'preview' | 'refused' | 'gone';
  readonly documentId: string | null;
};

const without = (outcome: Worked['outcome']): Worked => ({ outcome, documentId: null });

export const TAKE = { role: null, resource: null, status: null, requestId: null, action: 'sftp.take' } as const;

/**
 * Processes a claimed file: publishes its results and archives it. May be called again for the same file after a
 * crash; each step detects completed work.
 *
 * @throws a temporary error; the file stays claimed for a retry
 */
export async function workOn(
  parts: DropboxParts,
  folders: Folders,
  drop: Drop,
  signal: AbortSignal,
  onDigest: (digest: Digest) => void = () => undefined,
): Promise<Worked> {
  const { actor, workspaceId, address: clientAddress } = drop;
  const line = parts.audit.begin({ workspaceId, actor }, { ...TAKE, clientAddress });
  let digest: Digest | null = null;
  let worked: Worked;
  try {
    digest = await digestFile(drop.path);
    if (digest !== null) onDigest(digest);
    worked = await take(parts, folders, { drop, digest, scope: line.scope }, signal);
    await line.end({ outcome: 'done', resource: worked.documentId ?? drop.id });
  } catch (error) {
    if (isRefusal(error, 'document_not_found', 'batch_not_found')) worked = without('gone');
    else {
      const problem = parts.toProblemResponse(error, drop.settings.language);
      if (problem === null) throw error;
      await showRefusal(folders, drop, digest, problem);
      await line.end({ outcome: 'failed', code: problem.code, resource: drop.id });
      worked = without('refused');
    }
  }
  await archive(folders, drop);
  return worked;
}

type Taken = { readonly drop: Drop; readonly digest: Digest | null; readonly scope: Scope };

async function take(
  parts: DropboxParts,
  folders: Folders,
  { drop, digest, scope }: Taken,
  signal: AbortSignal,
): Promise<Worked> {
  const { name: filename, expected } = drop;
  if (digest === null) throw refusal('drop_not_a_file', { filename });
  if (expected !== null && expected !== digest.sha256)
    throw refusal('drop_checksum_mismatch', { filename, sha256: digest.sha256 });
  // Outside manifest mode a manifest would be taken for a draft or an unknown file.
  if (isManifest(filename)) throw refusal('drop_manifest_unexpected', { filename });
  const kind = kindOf(filename, digest.head);
  if (digest.bytes === 0 && kind !== 'invoice') throw refusal('drop_empty', { filename });
  if (kind === 'unknown') throw refusal('drop_type_unknown', { filename });
  if (kind === 'draft') {
    await takeDraft(parts, folders, { drop, digest, scope }, signal);
    return without('preview');
  }
  if (kind === 'zip' || kind === 'ndjson') {
    await takeBatch(parts, folders, { drop, digest, scope, kind }, signal);
    return without('batch');
  }
  const content = await readInvoice(parts, { drop, digest, kind }, signal);
  let documentId: string | null = null;
  for await (const shown of takeDocuments(parts, folders, [{ drop, digest, scope, content }], signal))
    for (const { document } of shown) documentId = document.id;
  return { outcome: 'document', documentId };
}

/** @throws Refusal for a file that is too large, or a PDF without an invoice */
async function readInvoice(
  { maxPdfBytes, maxXmlBytes, pdfReader }: DropboxParts,
  { drop, digest, kind }: { drop: Drop; digest: Digest; kind: 'invoice' | 'pdf' },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const limit = kind === 'pdf' ? maxPdfBytes : maxXmlBytes;
  if (digest.bytes > limit) throw refusal('file_too_large', { filename: drop.name, limit });
  const bytes = await readCounted(drop.path, digest);
  if (kind === 'invoice') return bytes;
  // The text of the pages is not needed.
  return (await pdfReader.read(bytes, { owner: drop.workspaceId, signal, withPages: false })).bytes;
}

/** Publishes an error file instead of results. */
export async function showRefusal(
  folders: Folders,
  drop: Pick<Drop, 'name' | 'at' | 'making'>,
  digest: Counted | null,
  problem: SerializedRefusal,
): Promise<void> {
  const about = aboutFile(drop, digest);
  const base = await chooseBase(folders, drop, about);
  await showResults(folders, drop, base, [{ ending: '.err', content: writeJson({ ...problem, file: about }) }]);
}
