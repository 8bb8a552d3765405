import type { Scope } from '../lib/scope.ts';
import { isRefusal, refusal } from '../problems/index.ts';
import { archive, type Digest, type Drop, digestFile } from './drop.ts';
import { kindOf } from './file-kind.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts, ToldRefusal } from './parts.ts';
import { aboutFile, chooseBase, showResults, writeJson } from './results/write-results.ts';
import { takeBatch } from './take-batch.ts';
import { takeDocument } from './take-document.ts';
import { takeDraft } from './take-draft.ts';

/** What has come of a file, told to logs and metrics; and the id of its document. */
type Worked = {
  readonly outcome: 'document' | 'batch' | 'preview' | 'refused' | 'gone';
  readonly documentId: string | null;
};

const without = (outcome: Worked['outcome']): Worked => ({ outcome, documentId: null });

const ATTEMPT = { role: null, resource: null, status: null, requestId: null } as const;

/**
 * Works on a file that is taken, to its results and into the archive. It may be called again for the same drop, after
 * whatever ended the process: each of its steps finds what was done.
 *
 * @throws whatever may pass: the drop stays as it is, to be worked on again
 */
export async function workOn(
  parts: DropboxParts,
  folders: Folders,
  drop: Drop,
  signal: AbortSignal,
  onDigest: (digest: Digest) => void = () => undefined,
): Promise<Worked> {
  const { actor, workspaceId, address: clientAddress } = drop;
  const line = parts.audit.begin({ workspaceId, actor }, { ...ATTEMPT, action: 'sftp.take', clientAddress });
  const digest = await digestFile(drop.path);
  if (digest !== null) onDigest(digest);
  let worked: Worked;
  try {
    worked = await take(parts, folders, { drop, digest, scope: line.scope }, signal);
    await line.end({ outcome: 'done', resource: worked.documentId ?? drop.id });
  } catch (error) {
    if (isRefusal(error, 'document_not_found', 'batch_not_found')) worked = without('gone');
    else {
      const told = parts.tellRefusal(error, drop.settings.language);
      if (told === null) throw error;
      await showRefusal(folders, drop, digest, told);
      await line.end({ outcome: 'failed', code: told.code, resource: drop.id });
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
  const kind = kindOf(filename, digest.head);
  if (kind === 'unknown') throw refusal('drop_type_unknown', { filename });
  if (kind === 'draft') {
    await takeDraft(parts, folders, { drop, digest, scope }, signal);
    return without('preview');
  }
  if (kind === 'zip' || kind === 'ndjson') {
    await takeBatch(parts, folders, { drop, digest, scope, kind }, signal);
    return without('batch');
  }
  const { id } = await takeDocument(parts, folders, { drop, digest, scope, kind }, signal);
  return { outcome: 'document', documentId: id };
}

/** Says in a file beside where the results would be why there are none. */
export async function showRefusal(
  folders: Folders,
  drop: Drop,
  digest: Digest | null,
  told: ToldRefusal,
): Promise<void> {
  const about = aboutFile(drop, digest);
  const base = await chooseBase(folders, drop, about);
  await showResults(folders, drop, base, [{ ending: '.err', content: writeJson({ ...told, file: about }) }]);
}
