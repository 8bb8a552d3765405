import type { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { decodeExtendedValue, decodeHeaderBytes } from '../../lib/header-text.ts';
import { splitQuoted } from '../../lib/split-quoted.ts';
import { makeProblem, Problem } from '../problems/problems.ts';
import type { BodyLimits, IncomingBody } from './body-kind.ts';
import { CallerGone, openBody } from './read-body.ts';

/** Limits for the memory of text fields. */
const FIELD_BOUNDS = { fields: 50, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 50, headerSize: 16 * 1024 };

/** The allowed files, one more to detect an excess, and the other fields. */
const mostParts = ({ files }: BodyLimits): number => files + 1 + FIELD_BOUNDS.fields;

/**
 * The boundary is searched for at every byte, so its length slows down the whole body. RFC 2046, section 5.1.1,
 * allows 70 characters.
 */
const LONGEST_CONTENT_TYPE = 200;

/** Bytes processed before yielding to other requests: a few hundred of the smallest parts. */
const SLICE_BYTES = 16 * 1024;

/** A file of a form; `bytes` is null when it exceeds the limit. */
type FormFile = { readonly filename: string | null; readonly bytes: Buffer | null };

/** Receives the text fields of a form. */
type OnField = (name: string, value: string) => void;

/**
 * Reads the files of a multipart/form-data body (RFC 7578) as they arrive, in order, regardless of their field names.
 *
 * @param onField text fields are ignored without it
 * @throws Problem `malformed_body`, `too_many_parts`, and those of openBody; CallerGone.
 */
export async function* readForm(
  { request, response, limits }: IncomingBody,
  onField?: OnField,
): AsyncGenerator<FormFile> {
  const { parser, finished, take, checkParts } = openParser(request.headers as BusboyHeaders, limits, onField);
  try {
    for await (const chunk of openBody(request, response, limits.bytes)) {
      for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
        const slice = chunk.subarray(from, from + SLICE_BYTES);
        await Promise.race([finished, new Promise<void>((done) => parser.write(slice, () => done()))]);
        // The streams of the parts emit their bytes one tick later.
        await nextTurn();
        yield* take();
        checkParts();
      }
    }
    parser.end();
    await finished;
    await nextTurn();
    yield* take();
    checkParts();
  } catch (error) {
    if (error instanceof Problem || error instanceof CallerGone) throw error;
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause: error });
  } finally {
    parser.destroy();
  }
}

type Part = { readonly filename: string | null; chunks: Buffer[]; tooLarge: boolean; ended: boolean };

function openParser(headers: BusboyHeaders, limits: BodyLimits, onField: OnField = () => undefined) {
  const parts = mostParts(limits);
  const parser = makeParser(headers, limits.fileBytes, parts);
  const files: Part[] = [];
  let hasTooMany = false;
  parser.on('partsLimit', () => {
    hasTooMany = true;
  });
  parser.on('field', (name, value) => onField(name, value));
  parser.on('file', (_, stream, filename) => {
    const file: Part = { filename: filename || null, chunks: [], tooLarge: false, ended: false };
    files.push(file);
    stream.on('data', (chunk: Buffer) => {
      if (!file.tooLarge) file.chunks.push(chunk);
    });
    stream.on('limit', () => {
      file.tooLarge = true;
      file.chunks = [];
    });
    stream.on('end', () => {
      file.ended = true;
    });
    stream.on('error', (error: Error) => parser.destroy(error));
  });
  const finished = new Promise<void>((resolve, reject) => {
    parser.on('finish', () => resolve()).on('error', reject);
  });
  finished.catch(() => undefined);
  /** Yields the complete files in order. */
  function* take(): Generator<FormFile> {
    while (files[0]?.ended) {
      const { filename, chunks, tooLarge } = files.shift()!;
      yield { filename, bytes: tooLarge ? null : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) };
    }
  }
  const checkParts = (): void => {
    if (hasTooMany) throw makeProblem('too_many_parts', { limit: parts }, { members: { limit: parts } });
  };
  return { parser, finished, take, checkParts };
}

function makeParser(headers: BusboyHeaders, fileSize: number, parts: number): InstanceType<typeof Busboy> {
  try {
    if (headers['content-type'].length > LONGEST_CONTENT_TYPE) throw new Error('The boundary is too long');
    const parser = new Busboy({
      headers,
      limits: { ...FIELD_BOUNDS, fileSize, parts },
      isPartAFile: (_, mediaType, filename) =>
        filename !== undefined || (mediaType !== undefined && !mediaType.startsWith('text/plain')),
    });
    normalizeNames(parser);
    return parser;
  } catch (cause) {
    throw makeProblem('malformed_body', { form: 'multipart/form-data' }, { cause });
  }
}

/** Headers of a part: the bytes of each value decoded as ISO-8859-1. */
type PartHeaders = { 'content-disposition'?: string[] };

/**
 * Rewrites file names before busboy decodes them as UTF-8: busboy replaces invalid bytes and ignores `filename*`
 * after `filename`. It has no option for either, so this hooks into its header parser.
 */
function normalizeNames(parser: InstanceType<typeof Busboy>): void {
  const { parser: dicer } = (parser as unknown as { _parser: { parser: EventEmitter } })._parser;
  dicer.prependListener('part', (part: EventEmitter) => {
    part.prependListener('header', (headers: PartHeaders) => {
      const [value] = headers['content-disposition'] ?? [];
      if (value !== undefined) headers['content-disposition'] = [normalizeDisposition(value)];
    });
  });
}

/**
 * Content-Disposition with its text in UTF-8 and with `filename*` (RFC 6266) as `filename`; bytes decoded as
 * ISO-8859-1.
 */
function normalizeDisposition(value: string): string {
  const text = decodeHeaderBytes(Buffer.from(value, 'latin1'));
  const parameters = splitQuoted(text, ';').map((parameter) => {
    const at = parameter.indexOf('=');
    return { parameter, name: parameter.slice(0, at).trim().toLowerCase(), value: parameter.slice(at + 1).trim() };
  });
  const [filename] = parameters.flatMap((each) =>
    each.name === 'filename*' ? (decodeExtendedValue(each.value.replaceAll('"', '')) ?? []) : [],
  );
  const left = parameters.filter(({ name }) => filename === undefined || !/^filename\*?$/.test(name));
  const remaining = left.map(({ parameter }) => parameter);
  if (filename !== undefined) remaining.push(` filename="${filename.replaceAll(/["\\]/g, '\\$&')}"`);
  return Buffer.from(remaining.join(';')).toString('latin1');
}

/**
 * Reads all files of a form.
 *
 * @param onField as for readForm
 * @throws Problem `too_many_files`, `memory_full`, and those of readForm; CallerGone.
 */
export async function readMultipart(body: IncomingBody, onField?: OnField): Promise<FormFile[]> {
  const { limits, hold } = body;
  const files: FormFile[] = [];
  for await (const file of readForm(body, onField)) {
    if (files.length >= limits.files) throw makeProblem('too_many_files', { limit: limits.files });
    hold(file.bytes?.length ?? 0);
    files.push(file);
  }
  return files;
}
