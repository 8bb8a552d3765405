import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  answer,
  answerIn,
  BYTES,
  emptyAnswer,
  jsonAnswer,
  makeProblem,
  matchesEtag,
  parseRange,
  type Route,
  route,
} from '../../../http/index.ts';
import type { OpenArtifact } from '../index.ts';
import { Artifact, DocumentId, toArtifact } from './document-schemas.ts';

const listArtifacts = route({
  method: 'get',
  path: '/api/documents/{id}/artifacts',
  id: 'listDocumentArtifacts',
  tag: 'documents',
  summary: 'List the artifacts of a document',
  description: 'The submitted file and the results that are available.',
  who: 'viewer',
  limit: 'per-key',
  params: DocumentId,
  answers: { 200: jsonAnswer('The artifacts.', z.object({ artifacts: z.array(Artifact) })) },
  problems: ['document_not_found'],
  handle: async ({ params: { id } }, { app, caller }) => {
    const artifacts = await app.documents.artifacts.list(caller, id);
    return answer(200, { artifacts: artifacts.map((artifact) => toArtifact(id, artifact)) });
  },
});

const HEADERS = { ETag: 'The SHA-256 of the artifact.', 'Content-Disposition': 'A file name for the download.' };

const getArtifact = route({
  method: 'get',
  path: '/api/documents/{id}/artifacts/{name}',
  id: 'getDocumentArtifact',
  tag: 'documents',
  summary: 'Download an artifact',
  description: 'Returns the bytes of the artifact, or the byte range in `Range`.',
  who: 'viewer',
  limit: 'per-key',
  params: DocumentId.extend({ name: z.string().meta({ example: 'validation.json' }) }),
  headers: z.object({
    Range: z.string().optional().meta({ description: 'A single byte range.', example: 'bytes=0-1023' }),
    'If-Range': z.string().optional(),
    'If-None-Match': z.string().optional(),
  }),
  answers: {
    200: answerIn('The artifact.', { '*/*': BYTES }, HEADERS),
    206: answerIn(
      'The requested byte range.',
      { '*/*': BYTES },
      { ...HEADERS, 'Content-Range': 'The returned byte range.' },
    ),
    304: emptyAnswer('Not modified since the version in `If-None-Match`.', { ETag: HEADERS.ETag }),
  },
  problems: [
    'document_not_found',
    'artifact_not_found',
    'document_erased',
    'range_not_satisfiable',
    'artifact_store_unavailable',
    'artifact_damaged',
  ],
  handle: async ({ params: { id, name }, headers: requestHeaders }, { app, caller }) => {
    const artifact = await app.documents.artifacts.open(caller, id, name);
    const { etag, size_bytes: size } = artifact;
    const caching = { ETag: etag, 'Cache-Control': 'private, no-cache' };
    if (matchesEtag(requestHeaders['If-None-Match'], etag)) return answer(304, null, caching);
    const headers = {
      ...caching,
      'Accept-Ranges': 'bytes',
      'Content-Disposition': `attachment; filename="${artifact.name.replaceAll(/[^\w.-]/g, '_')}"`,
    };
    const stale = requestHeaders['If-Range'] !== undefined && requestHeaders['If-Range'] !== etag;
    const range = stale ? 'whole' : parseRange(requestHeaders.Range, size);
    if (range === 'unsatisfiable') {
      throw makeProblem('range_not_satisfiable', { size }, { headers: { 'Content-Range': `bytes */${size}` } });
    }
    const [from, end] = range === 'whole' ? [0, size] : [range.from, range.to + 1];
    const body = await readPart(artifact, from, end);
    const sized = { ...headers, 'Content-Length': String(end - from) };
    if (range === 'whole') return answer(200, body, sized, artifact.media_type);
    return answer(206, body, { ...sized, 'Content-Range': `bytes ${from}-${end - 1}/${size}` }, artifact.media_type);
  },
});

/** Larger artifacts are streamed, so that parallel downloads do not hold all their bytes. */
const AT_ONCE = 512 * 1024;

async function readPart(artifact: OpenArtifact, from: number, to: number): Promise<Uint8Array | Readable> {
  if (to - from <= AT_ONCE) return artifact.read(from, to);
  const parts = artifact.stream(from, to);
  // Read the first part early, so that an unreadable artifact gives a problem instead of a broken response.
  const first = await parts.next();
  return Readable.from(continued(first, parts), { objectMode: false });
}

async function* continued<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void, void>) {
  if (first.done !== true) yield first.value;
  yield* rest;
}

export const artifactRoutes: readonly Route[] = [listArtifacts, getArtifact];
