import { createHash } from 'node:crypto';
import type { Document } from '../documents/index.ts';
import type { Scope } from '../lib/scope.ts';
import { isRefusal } from '../problems/index.ts';
import type { Digest, Drop } from './drop.ts';
import type { Folders } from './folders.ts';
import type { DropboxParts } from './parts.ts';
import { showDocuments } from './results/show-documents.ts';

/** The same path, size and bytes are the same document, however often they come (contract, section 12). */
export const keyOf = ({ name }: Drop, { bytes, sha256 }: Digest, more = ''): string =>
  `sftp ${createHash('sha256')
    .update(JSON.stringify([`/inbox/${name}`, bytes, sha256, more]))
    .digest('hex')}`;

/** A file that becomes a document, and its invoice. */
export type Incoming = {
  readonly drop: Drop;
  readonly digest: Digest;
  readonly scope: Scope;
  readonly content: Uint8Array;
  /** The document of the same file that was canceled before it came again. */
  readonly after?: string;
};

/** A document whose results are shown. */
type Shown = { readonly drop: Drop; readonly document: Document };

/**
 * Makes documents of files that were taken together, waits for what comes of them, and shows that: as many together as
 * come to their end together.
 *
 * @throws Refusal of the records for any of them; any other fault may pass. Called again, it finds what was done
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
  const received = await receive(parts, workspaceId, incoming);
  const receipts = received.map(({ document }) => `sftp ${document.id}`);
  await parts.meterEach({ workspaceId }, 'documents', receipts);
  const byId = new Map(
    received.map(({ document, replayed }, index) => {
      const { drop, digest } = incoming[index]!;
      // One that is worked on again after a crash finds its own document: only an earlier one was there before it.
      const isEarlier = replayed && Date.parse(document.created_at) < drop.at;
      return [document.id, { one: incoming[index]!, drop, digest, replayed: isEarlier }];
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
  // Whoever puts a file again that was canceled wants it judged: it is another document.
  if (canceled.length > 0) yield* takeDocuments(parts, folders, canceled, signal);
}

async function receive({ documents }: DropboxParts, workspaceId: string, incoming: readonly Incoming[]) {
  const toInput = ({ drop, digest, scope, content, after }: Incoming, other: boolean) => {
    const { steps, partner } = drop.settings;
    const more = [...(after === undefined ? [] : [`after ${after}`]), ...(other ? [`${steps.join()} ${partner}`] : [])];
    const input = {
      filename: drop.name,
      content,
      steps,
      metadata: { source: 'sftp' },
      ...(partner !== null && { send: { partner, receiver: null } }),
      idempotencyKey: keyOf(drop, digest, more.join(' ')),
    };
    return { scope, input };
  };
  try {
    return await documents.receiveAll(
      workspaceId,
      incoming.map((one) => toInput(one, false)),
    );
  } catch (error) {
    // The same file under other settings: what is done with it is another thing.
    if (incoming.length > 1 || !isRefusal(error, 'idempotency_key_reused')) throw error;
    return documents.receiveAll(workspaceId, [toInput(incoming[0]!, true)]);
  }
}
