import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BodyKind,
  type BodyLimits,
  EXAMPLE_FILE,
  type IncomingBody,
  JsonFiles,
  makeProblem,
  multipartSchema,
  rawBytes,
  readForm,
} from '../../../../http/body/index.ts';
import type { NewFile } from '../../index.ts';
import { readJsonFiles } from './read-json.ts';
import { readNdjson, readNdjsonLines } from './read-ndjson.ts';
import { readArchive, readZipFiles } from './read-zip.ts';
import { defaultName, isFilename, refuseFile } from './refuse-file.ts';

/** Number of files read before yielding to other requests. */
const STRETCH_FILES = 64;

type Files = AsyncIterable<NewFile>;

/** Nothing is read before the consumer takes the first file. */
const asTheyCome =
  (read: (body: IncomingBody) => Files): BodyKind<Files>['read'] =>
  async (body) =>
    checkFiles(read(body), body);

/**
 * @throws Problem `no_file`, `too_many_files`
 */
async function* checkFiles(files: Files, { limits }: Pick<IncomingBody, 'limits'>): AsyncGenerator<NewFile> {
  let count = 0;
  for await (const file of files) {
    if ('skipped' in file) {
      yield file;
      continue;
    }
    count++;
    if (count > limits.files) throw makeProblem('too_many_files', { limit: limits.files });
    // A body may contain thousands of very small files.
    if (count % STRETCH_FILES === 0) await nextTurn();
    yield file;
  }
  if (count === 0) throw makeProblem('no_file', {});
}

async function* readFormFiles(body: IncomingBody): AsyncGenerator<NewFile> {
  let index = 0;
  for await (const { filename, bytes } of readForm(body)) {
    const name = filename ?? defaultName(index);
    index++;
    if (bytes === null) yield refuseFile(name, 'file_too_large', body.limits.fileBytes);
    else if (!isFilename(name)) yield refuseFile(name, 'filename_not_allowed');
    else yield { filename: name, bytes };
  }
}

/**
 * Reads the files of a batch that is already on disk. The handle stays open.
 *
 * @param dataDir folder to unpack nested archives to
 * @throws Problem `archive_unreadable`, `archive_suspicious`, `too_many_files`, `too_many_lines`, `no_file`,
 *   `body_too_large`
 */
export async function* readBatchFile(
  handle: FileHandle,
  kind: 'zip' | 'ndjson',
  limits: BodyLimits,
  dataDir: string,
): AsyncGenerator<NewFile> {
  const { size } = await handle.stat();
  if (size > limits.bytes) throw makeProblem('body_too_large', { limit: limits.bytes });
  const files =
    kind === 'zip'
      ? readArchive(handle, limits, dataDir)
      : readNdjsonLines(handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>, limits);
  yield* checkFiles(files, { limits });
}

/** JSON, a form with files, a ZIP archive, NDJSON. */
export const batchBody: readonly BodyKind<Files>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonFiles,
    example: { files: [EXAMPLE_FILE] },
    read: asTheyCome(readJsonFiles),
  },
  {
    mediaTypes: ['multipart/form-data'],
    schema: multipartSchema,
    read: asTheyCome(readFormFiles),
  },
  {
    mediaTypes: ['application/zip', 'application/x-zip-compressed'],
    schema: rawBytes(
      'A ZIP archive of XML files and hybrid PDFs, with or without folders; names in UTF-8, stored or deflated. Nested ' +
        'ZIP archives are opened, one level deep, within the same limits; their files are named `archive.zip/file.xml`. ' +
        'Members that are neither XML nor PDF by name and content are skipped, and listed in `skipped` and ' +
        '`skipped_files`.',
    ),
    read: asTheyCome(readZipFiles),
  },
  {
    mediaTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
    schema: rawBytes('One JSON object `{ "filename": "…", "content": "<Invoice …" }` per line.'),
    example: `${JSON.stringify(EXAMPLE_FILE)}\n`,
    read: asTheyCome(readNdjson),
  },
];
