import type { Readable } from 'node:stream';
import type { NewFile } from '../../batches/index.ts';
import { type IncomingBody, isNestedDeeper } from '../body-kind.ts';
import { encodeText } from '../encode-text.ts';
import { openBody } from '../read-body.ts';
import { JsonFile } from '../uploads.ts';
import { defaultName, refuseFile } from './refuse-file.ts';

/** JSON writes some characters of a file with up to six bytes; a file in it rarely needs twice its own. */
export const longestJsonFile = (fileBytes: number): number => 2 * fileBytes + 64 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The files of an NDJSON body, a JSON object a line; empty lines are skipped. A line that is broken or too long fails
 * alone.
 *
 * @throws Problem of openBody; CallerGone
 */
export async function* readNdjson(body: IncomingBody): AsyncGenerator<NewFile> {
  const { request, response, limits } = body;
  const longest = longestJsonFile(limits.fileBytes);
  let index = 0;
  let number = 0;
  for await (const line of readLines(openBody(request, response, limits.bytes), longest)) {
    number++;
    const name = `line-${number}`;
    if (line === null) yield refuseFile(name, 'line_too_long', longest);
    else if (isBlank(line)) continue;
    else yield toFile(line, name, index, limits.fileBytes);
    index++;
  }
}

function toFile(line: Buffer, name: string, index: number, fileBytes: number): NewFile {
  const read = parseLine(line);
  if (read === null) return refuseFile(name, 'line_malformed');
  const filename = read.filename ?? defaultName(index);
  const bytes = encodeText(read.content);
  return bytes.length > fileBytes ? refuseFile(filename, 'file_too_large', fileBytes) : { filename, bytes };
}

function parseLine(line: Buffer): { filename?: string | undefined; content: string } | null {
  if (isNestedDeeper(line, 10)) return null;
  try {
    return JsonFile.safeParse(JSON.parse(decoder.decode(line))).data ?? null;
  } catch {
    return null;
  }
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

const LINE_FEED = 0x0a;

/** The lines of a stream without their ends; null for one that is longer than the limit. */
async function* readLines(stream: Readable, limit: number): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer): void => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else parts = [];
  };
  const end = (): Buffer | null => {
    const line = size > limit ? null : Buffer.concat(parts, size);
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, to));
      yield end();
      from = to + 1;
    }
    take(chunk.subarray(from));
  }
  if (size > 0) yield end();
}
