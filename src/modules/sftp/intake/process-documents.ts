import { createHash } from 'node:crypto';
import type { Scope } from '../../../lib/scope.ts';
import type { Document } from '../../documents/index.ts';
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
 * Files whose document is refused are left out; a single file is refused by an exception.
 *
 * @throws Refusal of a single file; any other error may be temporary. Called again, it continues from what was stored
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
      // One that is worked on again after a crash finds its own document: only an earlier one was there before it.
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
