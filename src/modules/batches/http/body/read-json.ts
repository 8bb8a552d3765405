import {
  cut,
  encodeText,
  type FieldError,
  findTextErrors,
  type IncomingBody,
  invalidRequest,
  JsonFile,
  makeFieldError,
  makeProblem,
  openBody,
  toFieldErrors,
  WITH_INPUT,
  wrongType,
} from '../../../../http/body/index.ts';
import { nearestName } from '../../../../lib/nearest-name.ts';
import type { NewFile } from '../../index.ts';
import { type JsonReader, makeJsonReader } from './json-values.ts';
import { longestJsonFile } from './read-ndjson.ts';
import { defaultName, refuseFile } from './refuse-file.ts';

/** Fields other than `files` are read up to this size and rejected. */
const OTHER_BYTES = 64 * 1024;

/** Maximum number of fields, and of values and names in each field and in each file. */
const OTHER_NODES = 1_000;

/**
 * Reads the files of a JSON body `{ "files": [...] }` as they arrive. A file that is too large fails only itself; a
 * text that is not JSON, or has another structure, fails the request.
 *
 * @throws Problem `malformed_json`, `json_too_deep`, `body_too_complex`, `field_unknown`, `invalid_request`, and
 *   those of openBody; CallerGone
 */
export async function* readJsonFiles({ request, response, limits }: IncomingBody): AsyncGenerator<NewFile> {
  const bytes = openBody(request, response, limits.bytes);
  try {
    const json = makeJsonReader(bytes, { nodes: OTHER_NODES, text: limits.fileBytes });
    if ((await json.peek()) !== '{') await refuseForm(json, [], 'object');
    let seen = false;
    for await (const field of readFields(json)) {
      if (field !== 'files') {
        // Read the value first, so that a text that is not JSON is reported as such.
        await json.value(OTHER_BYTES);
        throw invalidRequest([makeFieldError('body', [field], 'field_unknown', nearestName(cut(field), ['files']))]);
      }
      // Parsers disagree on which of two fields with the same name counts, so the request is rejected.
      if (seen) throw invalidRequest([makeFieldError('body', ['files'], 'field_repeated')]);
      seen = true;
      if ((await json.peek()) !== '[') await refuseForm(json, ['files'], 'array');
      yield* readElements(json, limits.fileBytes);
    }
    if ((await json.peek()) !== '') throw json.unexpected('nothing');
    if (!seen) throw invalidRequest([makeFieldError('body', ['files'], 'missing')]);
  } finally {
    await bytes.return(undefined);
  }
}

/** Reports a value of the wrong type, or malformed JSON. */
async function refuseForm(json: JsonReader, path: string[], expected: 'array' | 'object'): Promise<never> {
  await json.value(OTHER_BYTES);
  throw invalidRequest([wrongType('body', path, expected)]);
}

/** Yields the field names of an object; the consumer must read the value after each name. */
async function* readFields(json: JsonReader): AsyncGenerator<string> {
  await json.take('{');
  if ((await json.peek()) === '}') {
    await json.take('}');
    return;
  }
  let count = 0;
  do {
    if ((await json.peek()) !== '"') throw json.unexpected(count === 0 ? 'name or end' : 'name');
    count++;
    if (count > OTHER_NODES) {
      throw makeProblem('body_too_complex', { limit: OTHER_NODES }, { members: { limit: OTHER_NODES } });
    }
    const name = await json.value(OTHER_BYTES);
    await json.take(':');
    yield typeof name?.value === 'string' ? name.value : '';
  } while ((await json.take(',}')) === ',');
}

async function* readElements(json: JsonReader, fileBytes: number): AsyncGenerator<NewFile> {
  await json.take('[');
  if ((await json.peek()) === ']') throw invalidRequest([makeFieldError('body', ['files'], 'too_short', '1')]);
  let index = 0;
  do {
    if ((await json.peek()) === ']') throw json.unexpected('element');
    const element = await json.value(longestJsonFile(fileBytes));
    if (element?.repeated) {
      throw invalidRequest([makeFieldError('body', ['files', index, ...element.repeated], 'field_repeated')]);
    }
    yield element === undefined
      ? refuseFile(defaultName(index), 'file_too_large', fileBytes)
      : await toFile(element.value, index, fileBytes);
    index++;
  } while ((await json.take(',]')) === ',');
}

async function toFile(value: unknown, index: number, fileBytes: number): Promise<NewFile> {
  const refuse = (errors: readonly FieldError[], count: number): Error =>
    invalidRequest(
      errors.map((error) => ({ ...error, pointer: `/files/${index}${error.pointer}` })),
      count,
    );
  const unstorable = findTextErrors('body', value);
  if (unstorable.length > 0) throw refuse(unstorable, unstorable.length);
  const checked = JsonFile.safeParse(value, WITH_INPUT);
  if (!checked.success) throw refuse(toFieldErrors('body', checked.error, JsonFile), checked.error.issues.length);
  const { content } = checked.data;
  const filename = checked.data.filename ?? defaultName(index);
  const bytes = await encodeText(content);
  return bytes.length > fileBytes ? refuseFile(filename, 'file_too_large', fileBytes) : { filename, bytes };
}
