import { makeZip } from './make-zip.ts';

/** File to upload. */
export type SentFile = { readonly filename: string; readonly content: string | Uint8Array };

type Upload = { readonly body: Uint8Array; readonly type: string };

export const asJson = (files: readonly SentFile[]): Upload => ({
  type: 'application/json',
  body: Buffer.from(
    JSON.stringify({ files: files.map(({ filename, content }) => ({ filename, content: String(content) })) }),
  ),
});

export const asNdjson = (files: readonly SentFile[]): Upload => ({
  type: 'application/x-ndjson',
  body: Buffer.from(
    files.map(({ filename, content }) => `${JSON.stringify({ filename, content: String(content) })}\n`).join(''),
  ),
});

const boundary = '--part-of-a-form';

/** Written by hand, since tests need malformed names. */
export function asForm(files: readonly SentFile[]): Upload {
  const parts = files.flatMap(({ filename, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${filename}"\r\n` +
        'Content-Type: application/xml\r\n\r\n',
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export const asZip = (files: readonly SentFile[]): Upload => ({
  type: 'application/zip',
  body: makeZip(files.map(({ filename, content }) => ({ name: filename, content }))),
});
