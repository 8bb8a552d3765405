import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import {
  type BodyLimits,
  cut,
  encodeText,
  findTextErrors,
  type IncomingBody,
  JsonFile,
  makeProblem,
  openBody,
} from '../../../../http/body/index.ts';
import { own } from '../../../../lib/own-property.ts';
import type { NewFile } from '../../index.ts';
import { readNdjsonValues } from './ndjson-line.ts';
import { defaultName, refuseFile } from './refuse-file.ts';

/** JSON escapes take up to six bytes per character; a real file rarely needs twice its size. */
export const longestJsonFile = (fileBytes: number): number => 2 * fileBytes + 64 * 1024;

/** Number of lines read before yielding to other requests. */
const STRETCH_LINES = 256;

/** One line per file, a blank line between any two, and a margin. */
const mostLines = ({ files }: BodyLimits): number => 2 * files + 1_000;

/**
 * Reads the files of an NDJSON body, one JSON object per line; blank lines are skipped. A malformed or overlong line
 * fails only itself.
 *
 * @throws Problem `too_many_lines`, and those of openBody; CallerGone
 */
export async function* readNdjson({ request, response, limits }: IncomingBody): AsyncGenerator<NewFile> {
  yield* readNdjsonLines(openBody(request, response, limits.bytes), limits);
}

/** Reads NDJSON from any byte source. Throws Problem `too_many_lines`, and the errors of the source. */
export async function* readNdjsonLines(bytes: AsyncIterable<Buffer>, limits: BodyLimits): AsyncGenerator<NewFile> {
  const longest = longestJsonFile(limits.fileBytes);
  const most = mostLines(limits);
  let index = 0;
  let number = 0;
  for await (const line of readNdjsonValues(bytes, limits.fileBytes)) {
    number++;
    if (number > most) throw makeProblem('too_many_lines', { limit: most }, { members: { limit: most } });
    if (number % STRETCH_LINES === 0) await nextTurn();
    if (line === null) continue;
    const name = `line-${number}`;
    if (line.size > longest) yield refuseFile(name, 'line_too_long', longest);
    else if (line.refusal !== null) yield refuseFile(name, 'line_malformed', 0, line.refusal.detail);
    else if (line.repeated !== null) yield refuseRepeated(line.value, line.repeated, name);
    else yield await toFile(line.value, name, index, limits.fileBytes);
    index++;
  }
}

async function toFile(value: unknown, name: string, index: number, fileBytes: number): Promise<NewFile> {
  const checked = JsonFile.safeParse(value);
  if (!checked.success) return refuseLine(value, checked.error.issues, name);
  const unstorable = findTextErrors('body', value);
  if (unstorable.length > 0) {
    const isOfName = unstorable.every(({ pointer }) => pointer === '/filename');
    return refuseFile(shownName(statedName(value), name), isOfName ? 'filename_not_allowed' : 'line_malformed');
  }
  const filename = checked.data.filename ?? defaultName(index);
  const bytes = await encodeText(checked.data.content);
  return bytes.length > fileBytes ? refuseFile(filename, 'file_too_large', fileBytes) : { filename, bytes };
}

/** Maximum number of unknown fields that an error names. */
const MAX_NAMES = 5;

/** File name stated in the line; undefined when there is no name. */
const statedName = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? own(value as { filename?: unknown }, 'filename') : undefined;

const shownName = (stated: unknown, name: string): string =>
  typeof stated === 'string' && stated !== '' ? stated : name;

/**
 * Parsers disagree on which of two fields with the same name counts, so the line is rejected. If the file name is
 * repeated, the error shows neither of the two names.
 */
function refuseRepeated(value: unknown, path: readonly (string | number)[], name: string): NewFile {
  const isOfName = path.length === 1 && path[0] === 'filename';
  return refuseFile(shownName(isOfName ? null : statedName(value), name), 'field_repeated', cut(path.join('.')));
}

/** Rejects one line, under the file name that it states. */
function refuseLine(value: unknown, issues: readonly z.core.$ZodIssue[], name: string): NewFile {
  const stated = statedName(value);
  const shown = shownName(stated, name);
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  if (unknown.length > 0) {
    return refuseFile(shown, 'field_unknown', unknown.slice(0, MAX_NAMES).map(cut).join(', '));
  }
  const isOfName = typeof stated === 'string' && issues.every(({ path: [field] }) => field === 'filename');
  return refuseFile(shown, isOfName ? 'filename_not_allowed' : 'line_malformed');
}
