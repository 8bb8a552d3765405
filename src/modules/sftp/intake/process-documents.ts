import { createHash } from 'node:crypto';
import type { Scope } from '../../../lib/scope.ts';
import type { Document } from '../../documents/index.ts';
import type { Digest, Drop } from './drop.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { showDocuments } from './results/show-documents.ts';

/** Idempotency key: the same path, size and bytes are the same document (contract, section 12). */
export const keyOf = ({ name }: Drop, { bytes, sha256 }: Digest, more = ''): string =>
  `sftp ${createHash('sha256')
    .update(JSON.stringify([`/inbox/${name}`, bytes, sha256, more]))
    .digest('hex')}`;

export type Incoming = {
  readonly drop: Drop;
  readonly digest: Digest;
  readonly scope: Scope;
  readonly content: Uint8Array;
  /** Id of the canceled document of the same file, when the file is uploaded again. */
  readonly after?: string;
};

type Shown = { readonly drop: Drop; readonly document: Document };

/**
 * Creates documents from a group of files, waits for them, and publishes their results. Documents that finish
 * together are published together.
 *
 * In a group, files whose document is rejected are left out.
 *
 * @throws Refusal for a single file; any other error may be temporary. A repeated call continues from the stored state
 */
export async function* takeDocuments(
  parts: DropboxParts,
  folders: Folders,
  incoming: readonly Incoming[],
  signal: AbortSignal,
): AsyncGenerator<readonly Shown[], void, void> {
  const [first] = incoming;
  if (first === undefined) return;
  const { workspaceId } = first.drop;
  const outcomes = await receive(parts, workspaceId, incoming);
  const received = outcomes.flatMap((outcome, index) => {
    if ('refused' in outcome) return [];
    return [{ one: incoming[index]!, ...outcome }];
  });
  const receipts = received.map(({ document }) => `sftp ${document.id}`);
  await parts.meterEach({ workspaceId }, 'documents', receipts);
  const byId = new Map(
    received.map(({ one, document, replayed }) => {
      const { drop, digest } = one;
      // A retry after a crash finds the document it created itself; only a document older than the claim was there
      // before.
      const isEarlier = replayed && Date.parse(document.created_at) < drop.at;
      return [document.id, { one, drop, digest, replayed: isEarlier }];
    }),
  );
  const canceled: Incoming[] = [];
  for await (const documents of parts.documents.settling({ workspaceId }, [...byId.keys()], signal)) {
    const ended = documents.flatMap((document) => {
      const { one, ...found } = byId.get(document.id)!;
      if (document.status !== 'canceled' || !found.replayed) return [{ ...found, document }];
      canceled.push({ ...one, after: document.id });
      return [];
    });
    await showDocuments(parts, folders, ended);
    yield ended.map(({ drop, document }) => ({ drop, document }));
  }
  // A file uploaded again after its document was canceled becomes a new document.
  if (canceled.length > 0) yield* takeDocuments(parts, folders, canceled, signal);
}

async function receive({ documents }: DropboxParts, workspaceId: string, incoming: readonly Incoming[]) {
  const toInput = ({ drop, digest, scope, content, after }: Incoming, other: boolean) => {
    const { steps, partner, cii } = drop.settings;
    const validatesCii = cii === 'validate';
    const settings = `${steps.join()} ${partner}${validatesCii ? ' cii' : ''}`;
    const more = [...(after === undefined ? [] : [`after ${after}`]), ...(other ? [settings] : [])];
    const input = {
      filename: drop.name,
      content,
      steps,
      metadata: { source: 'sftp' },
      ...(validatesCii && { options: { cii } }),
      ...(partner !== null && { send: { partner, receiver: null } }),
      idempotencyKey: keyOf(drop, digest, more.join(' ')),
    };
    return { scope, input };
  };
  const received = await documents.receiveAll(
    workspaceId,
    incoming.map((one) => toInput(one, false)),
  );
  // The same file with other settings is another document.
  const refused = incoming.filter((_, index) => 'refused' in received[index]!);
  if (refused.length === 0) return received;
  const again = await documents.receiveAll(
    workspaceId,
    refused.map((one) => toInput(one, true)),
  );
  const [only] = again;
  if (incoming.length === 1 && 'refused' in only!) throw only.refused;
  return received.map((outcome, index) => ('refused' in outcome ? again[refused.indexOf(incoming[index]!)]! : outcome));
}
