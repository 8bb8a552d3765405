import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRefusal } from '../../../platform/errors/index.ts';
import { archiveAll, type Digest, type Drop, readSmall } from './drop.ts';
import { kindOf } from './file-kind.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { type Incoming, takeDocuments } from './process-documents.ts';
import { TAKE, type Worked } from './process-file.ts';

/** Size limits for shared processing, per file and per group; other files are processed one by one. */
const MAX_FILE_BYTES = 256 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Processes the invoices of a group: publishes their results and archives them, each step for as many files as
 * possible. `onWorked` is called for each file.
 *
 * Other kinds of files and files with a problem are left out; `workOn` continues from their state and reports the
 * error per file.
 *
 * @throws an error that prevents the rest of the group; `workOn` continues from there
 */
export async function workTogether(
  parts: DropboxParts,
  folders: Folders,
  drops: readonly Drop[],
  signal: AbortSignal,
  on: {
    readonly digest: (drop: Drop, digest: Digest) => void;
    readonly worked: (drop: Drop, worked: Worked) => void;
  },
): Promise<void> {
  const incoming: (Incoming & { readonly end: (id: string) => Promise<void> })[] = [];
  let bytes = 0;
  for (const drop of drops) {
    signal.throwIfAborted();
    await nextTurn();
    const read = readSmall(drop.path, Math.min(MAX_FILE_BYTES, parts.maxXmlBytes));
    if (read === null || !isPlain(drop, read.digest)) continue;
    const { digest, content } = read;
    bytes += digest.bytes;
    if (bytes > MAX_BYTES) break;
    const { actor, workspaceId, address: clientAddress } = drop;
    const line = parts.audit.begin({ workspaceId, actor }, { ...TAKE, clientAddress });
    const end = (resource: string): Promise<void> => line.end({ outcome: 'done', resource });
    incoming.push({ drop, digest, content, scope: line.scope, end });
    on.digest(drop, digest);
  }
  if (incoming.length < 2) return;
  const ends = new Map(incoming.map(({ drop, end }) => [drop, end]));
  try {
    for await (const shown of takeDocuments(parts, folders, incoming, signal)) {
      await Promise.all(shown.map(({ drop, document }) => ends.get(drop)!(document.id)));
      await archiveAll(
        folders,
        shown.map(({ drop }) => drop),
      );
      for (const { drop, document } of shown) on.worked(drop, { outcome: 'document', documentId: document.id });
    }
  } catch (error) {
    // The workspace is gone: `workOn` ends each file.
    if (!isRefusal(error, 'document_not_found')) throw error;
  }
}

/** Whether the file is an invoice by its name and first bytes, and matches its sidecar. */
const isPlain = ({ name, expected }: Drop, { head, sha256 }: Digest): boolean =>
  kindOf(name, head) === 'invoice' && (expected === null || expected === sha256);
