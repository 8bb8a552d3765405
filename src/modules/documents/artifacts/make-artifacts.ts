import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Contents } from '../artifact-store/index.ts';
import { findArtifacts } from '../bulk/bulk-store.ts';
import { type Database, findDocument, inWorkspace } from '../document-store.ts';
import type { ArtifactName } from '../event.ts';
import { type ArtifactRow, findArtifactRow, listArtifactRows, type RowContent, WHOLE } from './artifact-store.ts';

/** How much of a streamed artifact is in memory at once. */
const CHUNK_BYTES = 512 * 1024;

/** Something stored about a document. Its content never changes. */
export type Artifact = {
  readonly name: ArtifactName;
  readonly media_type: string;
  readonly size_bytes: number;
  /** Lowercase hex of the content. */
  readonly sha256: string;
  /** A strong entity tag (RFC 9110, 8.8.3), quotes included. */
  readonly etag: string;
  /** ISO 8601, UTC, with milliseconds. */
  readonly created_at: string;
};

export type OpenArtifact = Artifact & {
  /** The bytes from the one at `from` to the one before `to`, counted from 0; all of them unless told. */
  readonly read: (from?: number, to?: number) => Promise<Buffer>;
  /** The same in parts, for what is too large to hold at once. */
  readonly stream: (from?: number, to?: number) => AsyncGenerator<Buffer, void, void>;
};

/**
 * Reads artifacts. All throw `document_not_found`; those that name one throw `artifact_not_found`, `document_erased`, and
 * what reads a content that is kept outside throws `artifact_store_unavailable`, `artifact_damaged`.
 */
export type Artifacts = {
  readonly list: (scope: Scope, documentId: string) => Promise<readonly Artifact[]>;
  /** What the artifact is, and a way to its content. */
  readonly open: (scope: Scope, documentId: string, name: string) => Promise<OpenArtifact>;
  /** The whole content. */
  readonly read: (scope: Scope, documentId: string, name: string) => Promise<Buffer>;
  /** The whole content of the artifacts of one name, by document: of those that have it. One query for all rows. */
  readonly readEach: (
    scope: Pick<Scope, 'workspaceId'>,
    documentIds: readonly string[],
    name: ArtifactName,
  ) => Promise<ReadonlyMap<string, Buffer>>;
};

const toArtifact = ({ name, media_type, size_bytes, sha256, created_at }: ArtifactRow): Artifact => ({
  name: name as ArtifactName,
  media_type,
  size_bytes,
  sha256,
  etag: `"${sha256}"`,
  created_at: created_at.toISOString(),
});

type ArtifactsParts = { readonly db: Database; readonly contents?: Contents | null };

/** Makes the reader of artifacts; they are written by the verbs of the lifecycle alone. */
export function makeArtifacts({ db, contents = null }: ArtifactsParts): Artifacts {
  const findPart = (scope: Scope, documentId: string, name: string, start: number, length: number) =>
    inWorkspace(db, scope.workspaceId, async (trx) => {
      const row = await findArtifactRow(trx, scope.workspaceId, documentId, name, { start, length });
      if (row !== undefined) return row;
      const document = await findDocument(trx, scope.workspaceId, documentId);
      if (document === undefined) throw refusal('document_not_found', { id: documentId });
      throw document.erased_at === null
        ? refusal('artifact_not_found', { id: documentId, artifact: name })
        : refusal('document_erased', { id: documentId });
    });

  const readOutside = (
    { workspaceId }: Pick<Scope, 'workspaceId'>,
    row: Pick<ArtifactRow, 'sha256' | 'size_bytes'> & RowContent,
  ): Promise<Buffer> => {
    const { address, sha256, size_bytes: size } = row;
    if (contents === null) throw new Error(`The artifact ${address} is in a store, and ARTIFACT_STORE names none`);
    return contents.read(workspaceId, { address: address!, sha256, size });
  };

  const readPart = async (...part: Parameters<typeof findPart>): Promise<Buffer> => (await findPart(...part)).content;

  return {
    list: (scope, documentId) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        const rows = await listArtifactRows(trx, scope.workspaceId, documentId);
        if (rows.length === 0 && (await findDocument(trx, scope.workspaceId, documentId)) === undefined) {
          throw refusal('document_not_found', { id: documentId });
        }
        return rows.map(toArtifact);
      }),

    open: async (scope, documentId, name) => {
      const row = await findPart(scope, documentId, name, 0, 0);
      const artifact = toArtifact(row);
      const size = artifact.size_bytes;
      if (row.address !== null) return { ...artifact, ...inParts(() => readOutside(scope, row)) };
      return {
        ...artifact,
        read: (from = 0, to = size) => readPart(scope, documentId, name, from, Math.max(0, to - from)),
        stream: async function* (from = 0, to = size) {
          const end = Math.min(to, size);
          for (let at = from; at < end; at += CHUNK_BYTES) {
            yield await readPart(scope, documentId, name, at, Math.min(CHUNK_BYTES, end - at));
          }
        },
      };
    },

    read: async (scope, documentId, name) => {
      const row = await findPart(scope, documentId, name, WHOLE.start, WHOLE.length);
      return row.address === null ? row.content : readOutside(scope, row);
    },

    readEach: async (scope, documentIds, name) => {
      const { workspaceId } = scope;
      const rows = await inWorkspace(db, workspaceId, (trx) => findArtifacts(trx, workspaceId, documentIds, name));
      const found = new Map<string, Buffer>();
      for (const row of rows)
        found.set(row.document_id, row.address === null ? row.content : await readOutside(scope, row));
      return found;
    },
  };
}

/** Parts of what is read whole, once, when the first part is asked for: nothing is given out before all of it is checked. */
function inParts(readWhole: () => Promise<Buffer>): Pick<OpenArtifact, 'read' | 'stream'> {
  let whole: Promise<Buffer> | null = null;
  const read: OpenArtifact['read'] = async (from = 0, to) => {
    whole ??= readWhole();
    return (await whole).subarray(from, Math.max(from, to ?? Number.POSITIVE_INFINITY));
  };
  return {
    read,
    stream: async function* (from, to) {
      const bytes = await read(from, to);
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    },
  };
}
