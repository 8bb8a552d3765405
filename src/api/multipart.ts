import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { IncomingBody } from './body-kind.ts';
import { makeProblem, Problem } from './problems.ts';
import { CallerGone, openBody } from './read-body.ts';
import type { UploadedFile } from './uploads.ts';

/** A form's own text fields are of no use here; these bounds keep them from costing memory. */
const FIELD_BOUNDS = { fields: 50, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 50 };

/**
 * The files of a multipart/form-data body (RFC 7578), in their order, whatever their field is called.
 *
 * @throws Problem `too_many_files`, `file_too_large`, `malformed_body`, and those of openBody; CallerGone.
 */
export async function readMultipart({ request, response, limits }: IncomingBody): Promise<UploadedFile[]> {
  const files: { filename: string | null; chunks: Buffer[] }[] = [];
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { ...FIELD_BOUNDS, files: limits.files, fileSize: limits.fileBytes },
      isPartAFile: (_, mediaType, filename) =>
        filename !== undefined || (mediaType !== undefined && !mediaType.startsWith('text/plain')),
    });
  } catch (cause) {
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause });
  }
  parser.on('filesLimit', () => parser.destroy(makeProblem('too_many_files', { limit: limits.files })));
  parser.on('file', (_, stream, filename) => {
    const file = { filename: filename || null, chunks: [] as Buffer[] };
    files.push(file);
    stream.on('data', (chunk: Buffer) => file.chunks.push(chunk));
    stream.on('limit', () =>
      parser.destroy(makeProblem('file_too_large', { filename: filename || '?', limit: limits.fileBytes })),
    );
    stream.on('error', () => parser.destroy(makeProblem('malformed_body', { form: 'multipart/form-data' })));
  });
  try {
    await pipeline(openBody(request, response, limits.bytes), parser);
  } catch (error) {
    if (error instanceof Problem || error instanceof CallerGone) throw error;
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause: error });
  }
  return files.map(({ filename, chunks }) => ({
    filename,
    bytes: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
  }));
}
