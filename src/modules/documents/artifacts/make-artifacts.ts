import type { Scope } from '../../../lib/scope.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { Contents } from '../artifact-store/index.ts';
import { findArtifacts } from '../bulk/bulk-store.ts';
import { type Database, findDocument, inWorkspace } from '../document-store.ts';
import type { ArtifactName } from '../event.ts';
import { type ArtifactRow, findArtifactRow, listArtifactRows, type RowContent, WHOLE } from './artifact-store.ts';

/** Chunk size when an artifact is streamed. */
const CHUNK_BYTES = 512 * 1024;

/** A stored file of a document. Its content is immutable. */
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
  /** Reads the bytes from `from` up to, excluding, `to`; counted from 0, all bytes by default. */
  readonly read: (from?: number, to?: number) => Promise<Buffer>;
  /** Same as `read`, in chunks, for contents too large for memory. */
  readonly stream: (from?: number, to?: number) => AsyncGenerator<Buffer, void, void>;
};

/**
 * Reads artifacts. All methods throw `document_not_found`; those with an artifact name throw `artifact_not_found` and
 * `document_erased`; reads of contents outside the database throw `artifact_store_unavailable` and
 * `artifact_damaged`.
 */
export type Artifacts = {
  readonly list: (scope: Scope, documentId: string) => Promise<readonly Artifact[]>;
  /** Properties of the artifact, and methods to read its content. */
  readonly open: (scope: Scope, documentId: string, name: string) => Promise<OpenArtifact>;
  readonly read: (scope: Scope, documentId: string, name: string) => Promise<Buffer>;
  /**
   * The whole content of the artifacts with one name, by document; documents without the artifact are absent. One
   * query.
   */
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

/** Creates the reader of artifacts; only the lifecycle methods write them. */
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

/**
 * Chunks of a content outside the database, which is read and verified as a whole before the first chunk is returned.
 */
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
