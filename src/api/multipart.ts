import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { IncomingBody } from './body-kind.ts';
import { makeProblem, Problem } from './problems.ts';
import { CallerGone, openBody } from './read-body.ts';
import type { UploadedFile } from './uploads.ts';

/** A form's own text fields are of no use here; these bounds keep them from costing memory. */
const FIELD_BOUNDS = { fields: 50, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 50 };

/** One file of a form; `bytes` is null when there are more of them than allowed. */
export type FormFile = { readonly filename: string | null; readonly bytes: Buffer | null };

/**
 * The files of a multipart/form-data body (RFC 7578), in their order, whatever their field is called, one after
 * another as they come.
 *
 * @throws Problem `malformed_body`, and those of openBody; CallerGone.
 */
export async function* readForm({ request, response, limits }: IncomingBody): AsyncGenerator<FormFile> {
  const { parser, finished, take } = openParser(request.headers as BusboyHeaders, limits.fileBytes);
  try {
    for await (const chunk of openBody(request, response, limits.bytes)) {
      await Promise.race([finished, new Promise<void>((done) => parser.write(chunk, () => done()))]);
      // The parts' own streams hand their bytes on a turn later.
      await nextTurn();
      yield* take();
    }
    parser.end();
    await finished;
    await nextTurn();
    yield* take();
  } catch (error) {
    if (error instanceof Problem || error instanceof CallerGone) throw error;
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause: error });
  } finally {
    parser.destroy();
  }
}

type Part = { readonly filename: string | null; chunks: Buffer[]; tooLarge: boolean; ended: boolean };

function openParser(headers: BusboyHeaders, fileBytes: number) {
  let parser: InstanceType<typeof Busboy>;
  try {
    parser = new Busboy({
      headers,
      limits: { ...FIELD_BOUNDS, fileSize: fileBytes },
      isPartAFile: (_, mediaType, filename) =>
        filename !== undefined || (mediaType !== undefined && !mediaType.startsWith('text/plain')),
    });
  } catch (cause) {
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause });
  }
  const parts: Part[] = [];
  parser.on('file', (_, stream, filename) => {
    const part: Part = { filename: filename || null, chunks: [], tooLarge: false, ended: false };
    parts.push(part);
    stream.on('data', (chunk: Buffer) => {
      if (!part.tooLarge) part.chunks.push(chunk);
    });
    stream.on('limit', () => {
      part.tooLarge = true;
      part.chunks = [];
    });
    stream.on('end', () => {
      part.ended = true;
    });
    stream.on('error', (error: Error) => parser.destroy(error));
  });
  const finished = new Promise<void>((resolve, reject) => {
    parser.on('finish', () => resolve()).on('error', reject);
  });
  finished.catch(() => undefined);
  /** The files that are complete, in their order. */
  function* take(): Generator<FormFile> {
    while (parts[0]?.ended) {
      const { filename, chunks, tooLarge } = parts.shift()!;
      yield { filename, bytes: tooLarge ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) };
    }
  }
  return { parser, finished, take };
}

/**
 * All files of a form.
 *
 * @throws Problem `too_many_files`, `file_too_large`, and those of readForm; CallerGone.
 */
export async function readMultipart(body: IncomingBody): Promise<UploadedFile[]> {
  const { limits } = body;
  const files: UploadedFile[] = [];
  for await (const { filename, bytes } of readForm(body)) {
    if (files.length >= limits.files) throw makeProblem('too_many_files', { limit: limits.files });
    if (bytes === null) throw makeProblem('file_too_large', { filename: filename ?? '?', limit: limits.fileBytes });
    files.push({ filename, bytes });
  }
  return files;
}
