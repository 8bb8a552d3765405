import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { text } from '../../../locales/index.ts';
import { decodePercent } from '../../lib/decode-percent.ts';
import { decodeExtendedValue, decodeHeaderBytes } from '../../lib/header-text.ts';
import { type FieldPlace, makeFieldError } from '../problems/field-errors.ts';
import { invalidRequest, makeProblem, type Problem } from '../problems/problems.ts';
import { NO_CONTROLS } from '../schemas/text-patterns.ts';
import { type BodyKind, checkFields, type IncomingBody, rawBytes, readJson } from './body-kind.ts';
import { encodeText } from './encode-text.ts';
import { readMultipart } from './multipart.ts';
import { readBody } from './read-body.ts';
import { ValidationQuery } from './upload-parameters.ts';

/** A file as submitted; its bytes are never changed. */
export type UploadedFile = {
  readonly filename: string | null;
  readonly bytes: Uint8Array;
  /** `xml` when it was sent as XML; undefined when any type is possible, for example in a form. */
  readonly declared?: 'xml';
  /** The parameter `cii` when the body has it. */
  readonly cii?: Cii;
};

type Cii = z.output<typeof ValidationQuery.shape.cii>;

/** One of several submitted files; `bytes` is null when the file exceeds the limit. */
export type InputFile = Omit<UploadedFile, 'bytes'> & { readonly bytes: Uint8Array | null };

/** File name, stored as submitted. */
export const Filename = z
  .string()
  .min(1)
  // Skip the other checks for an overlong name.
  .max(255, { abort: true })
  .regex(NO_CONTROLS)
  .meta({ description: 'File name, returned as submitted.', example: 'invoice.xml' });

/** A file in JSON. */
export const JsonFile = z
  .strictObject({
    filename: Filename.nullish(),
    content: z.string().meta({
      description:
        'The XML as a string without lone surrogates. It is validated in the encoding that its XML declaration names, ' +
        'otherwise in UTF-8.',
      example: '<Invoice xmlns="…">…</Invoice>',
    }),
  })
  .meta({ id: 'File' });

/** Several files in JSON. */
export const JsonFiles = z.strictObject({ files: z.array(JsonFile).min(1) }).meta({ id: 'Files' });

const CII = { cii: ValidationQuery.shape.cii };

/** A file to validate, in JSON. */
export const JsonUpload = JsonFile.extend(CII).meta({ id: 'FileToValidate' });

const JsonUploads = JsonFiles.extend(CII).meta({ id: 'FilesToValidate' });

const XML_TEXT =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" ' +
  'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><cbc:ID>2027-0001</cbc:ID></Invoice>';

/** Example of a file in JSON for the OpenAPI contract. */
export const EXAMPLE_FILE = { filename: '2027-0001.xml', content: XML_TEXT };

/** Raw XML. The byte order mark or the XML declaration determines the encoding, never the charset parameter. */
const xml: BodyKind<UploadedFile[]> = {
  mediaTypes: ['application/xml', 'text/xml'],
  example: XML_TEXT,
  schema: rawBytes(
    'The XML file in any encoding that it declares. The byte order mark or the XML declaration determines the ' +
      'encoding; a charset parameter of Content-Type is ignored, because the file is validated exactly as it is stored.',
  ),
  read: async ({ request, response, limits, hold }) => [
    {
      declared: 'xml',
      filename: filenameOf(request),
      bytes: await readBody(request, response, Math.min(limits.bytes, limits.fileBytes), hold),
    },
  ],
};

/** Schema of a form with files, for the OpenAPI contract. */
export const multipartSchema = z.object({
  files: z.array(z.string().meta({ description: 'A file.', format: 'binary' })).meta({
    description: 'One or more files; the field name does not matter.',
  }),
});

const formToValidate = multipartSchema.extend(CII);

const multipart: BodyKind<InputFile[]> = {
  mediaTypes: ['multipart/form-data'],
  schema: multipartSchema,
  read: (body) => readFormFiles(body),
};

/** The files of a form, and the parameter `cii` when it has a text field with this name. */
const formWithCii: BodyKind<InputFile[]> = {
  mediaTypes: ['multipart/form-data'],
  schema: formToValidate,
  read: async (body) => {
    let value: string | undefined;
    const files = await readFormFiles(body, (name, text) => {
      if (name === 'cii') value = text;
    });
    return withCii(files, (await checkFields(z.object(CII), value === undefined ? {} : { cii: value })).cii);
  },
};

async function readFormFiles(body: IncomingBody, onField?: Parameters<typeof readMultipart>[1]): Promise<InputFile[]> {
  const files = await readMultipart(body, onField);
  if (files.length === 0) throw makeProblem('no_file', {});
  refuseAlone(files, body);
  for (const [index, { filename }] of files.entries()) checkFilename(filename, 'body', ['files', index, 'filename']);
  return files;
}

const withCii = <F extends InputFile>(files: readonly F[], cii: Cii): F[] =>
  cii === undefined ? [...files] : files.map((file) => ({ ...file, cii }));

/**
 * Body formats for one or more files to validate: JSON, raw XML, multipart. A file that is too large is returned without bytes if
 * another file is not too large.
 */
export const manyFiles: readonly BodyKind<InputFile[]>[] = [
  {
    mediaTypes: ['application/json'],
    schema: z.union([JsonUploads, JsonUpload]),
    example: { files: [EXAMPLE_FILE] },
    read: async (body) => {
      const value = await readJson(body);
      if (!hasFiles(value) && !hasContent(value)) refuseEither(value);
      if (!hasFiles(value)) return [await toUpload(await checkFields(JsonUpload, value), body)];
      if (Array.isArray(value.files) && value.files.length > body.limits.files) {
        throw makeProblem('too_many_files', { limit: body.limits.files });
      }
      const files: InputFile[] = [];
      const { files: uploads, cii } = await checkFields(JsonUploads, value);
      for (const file of uploads) files.push(await toGivenFile(file, body));
      refuseAlone(files, body);
      return withCii(files, cii);
    },
  },
  xml,
  formWithCii,
];

/** Body formats for exactly one file. */
export const oneFile: readonly BodyKind<UploadedFile[]>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonFile,
    example: EXAMPLE_FILE,
    read: async (body) => [await toFile(await checkFields(JsonFile, await readJson(body)), body)],
  },
  xml,
  { ...multipart, read: (body) => readOneOf(multipart, body) },
];

/** Body formats for exactly one file to validate. */
export const oneFileToValidate: readonly BodyKind<UploadedFile[]>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonUpload,
    example: EXAMPLE_FILE,
    read: async (body) => [await toUpload(await checkFields(JsonUpload, await readJson(body)), body)],
  },
  xml,
  { ...formWithCii, read: (body) => readOneOf(formWithCii, body) },
];

async function readOneOf(form: BodyKind<InputFile[]>, body: IncomingBody): Promise<UploadedFile[]> {
  const files = await form.read({ ...body, limits: { ...body.limits, files: 1 } });
  return files.filter((file): file is UploadedFile => file.bytes !== null);
}

export const rawXml = xml;

/** A raw PDF. */
export const rawPdf: BodyKind<UploadedFile[]> = {
  ...xml,
  mediaTypes: ['application/pdf'],
  example: undefined,
  schema: rawBytes('The plain PDF.'),
};

/** Two files in JSON. */
const JsonPair = z.strictObject({ left: JsonFile, right: JsonFile }).meta({ id: 'FilePair' });

/** Body formats for exactly two files. */
export const twoFiles: readonly BodyKind<UploadedFile[]>[] = [
  {
    mediaTypes: ['application/json'],
    schema: JsonPair,
    example: { left: EXAMPLE_FILE, right: EXAMPLE_FILE },
    read: async (body) => {
      const { left, right } = await checkFields(JsonPair, await readJson(body));
      return [await toFile(left, body), await toFile(right, body)];
    },
  },
  {
    ...multipart,
    read: async (body) => {
      const files = await multipart.read({ ...body, limits: { ...body.limits, files: 2 } });
      const large = files.find(({ bytes }) => bytes === null);
      if (large !== undefined) throw tooLarge(large.filename, body);
      if (files.length !== 2) throw makeProblem('two_files_needed', { count: files.length });
      return files as UploadedFile[];
    },
  },
];

const hasFiles = (value: unknown): value is { files: unknown } =>
  typeof value === 'object' && value !== null && 'files' in value;

const hasContent = (value: unknown): boolean => typeof value === 'object' && value !== null && 'content' in value;

/** Rejects a body with neither `files` nor `content`; the error names both possibilities. */
function refuseEither(value: unknown): void {
  // Schema validation reports a value that is not an object.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  throw invalidRequest([makeFieldError('body', ['files'], 'missing', EITHER)]);
}

const EITHER = text('upload.either');

async function toGivenFile(
  { filename, content }: z.output<typeof JsonFile>,
  { limits }: Pick<IncomingBody, 'limits'>,
): Promise<InputFile> {
  const bytes = await encodeText(content);
  return { declared: 'xml', filename: filename ?? null, bytes: bytes.length > limits.fileBytes ? null : bytes };
}

/** @throws Problem `file_too_large`. */
async function toFile(file: z.output<typeof JsonFile>, body: Pick<IncomingBody, 'limits'>): Promise<UploadedFile> {
  const { bytes, ...fields } = await toGivenFile(file, body);
  if (bytes === null) throw tooLarge(fields.filename, body);
  return { ...fields, bytes };
}

/** @throws Problem `file_too_large`. */
export async function toUpload(
  { cii, ...file }: z.output<typeof JsonUpload>,
  body: Pick<IncomingBody, 'limits'>,
): Promise<UploadedFile> {
  return withCii([await toFile(file, body)], cii)[0]!;
}

/** Throws when all files are too large: otherwise a file that is too large fails only itself. */
function refuseAlone(files: readonly InputFile[], body: Pick<IncomingBody, 'limits'>): void {
  const [first] = files;
  if (files.some(({ bytes }) => bytes !== null)) return;
  throw tooLarge(first!.filename ?? (files.length === 1 ? null : 'invoice-1.xml'), body);
}

const tooLarge = (filename: string | null, { limits }: Pick<IncomingBody, 'limits'>): Problem =>
  makeProblem('file_too_large', { filename: filename ?? 'invoice.xml', limit: limits.fileBytes });

/**
 * File name from `X-Filename`: an extended value (RFC 8187), percent-encoded, or raw bytes in UTF-8 or ISO-8859-1. A
 * percent sign that does not encode UTF-8 is part of the name.
 */
function filenameOf(request: IncomingMessage): string | null {
  const header = request.headers['x-filename'];
  if (typeof header !== 'string' || header === '') return null;
  // Node decodes header bytes as ISO-8859-1.
  const text = decodeHeaderBytes(Buffer.from(header, 'latin1'));
  const name = decodeExtendedValue(text) ?? (/%[0-9a-f]{2}/i.test(text) ? (decodePercent(text) ?? text) : text);
  return checkFilename(name, 'header', ['X-Filename']);
}

function checkFilename(name: string | null, place: FieldPlace, path: readonly PropertyKey[]): string | null {
  if (name === null || Filename.safeParse(name).success) return name;
  throw makeProblem('invalid_request', { count: 1 }, { errors: [makeFieldError(place, path, 'invalid')] });
}
