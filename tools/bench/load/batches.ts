import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { ZipFile } from 'yazl';
import { makeInvoice } from '../invoices.ts';
import type { Measured } from './service.ts';

/** A batch, from the first byte of its upload until its last result. */
export type BatchMeasured = {
  readonly form: Form;
  readonly files: number;
  readonly uploadSeconds: number;
  readonly seconds: number;
  /** Peak memory of each process during the batch, in megabytes. */
  readonly peak: { readonly api: number; readonly workers: number };
  /** Files without a valid result. */
  readonly missing: number;
};

export type Form = 'ndjson' | 'zip' | 'json' | 'form';

const LINES = 4;
const BOUNDARY = 'batch-of-the-benchmark';

/** Streams the body: the generator holds one file at a time. */
const BODIES: Readonly<Record<Form, { type: string; make: (files: number) => Readable }>> = {
  ndjson: {
    type: 'application/x-ndjson',
    make: (files) => {
      const content = Buffer.from(makeInvoice(LINES)).toString();
      return Readable.from(repeat(files, (index) => `${JSON.stringify({ filename: `${index}.xml`, content })}\n`));
    },
  },
  json: {
    type: 'application/json',
    make: (files) => {
      const content = Buffer.from(makeInvoice(LINES)).toString();
      const each = (index: number): string =>
        `${index === 0 ? '{"files":[' : ','}${JSON.stringify({ filename: `${index}.xml`, content })}`;
      return Readable.from(repeat(files, each, ']}'));
    },
  },
  form: {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    make: (files) => {
      const content = Buffer.from(makeInvoice(LINES)).toString();
      const each = (index: number): string =>
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${index}.xml"\r\n\r\n${content}\r\n`;
      return Readable.from(repeat(files, each, `--${BOUNDARY}--\r\n`));
    },
  },
  zip: {
    type: 'application/zip',
    make: (files) => {
      const archive = new ZipFile();
      const content = Buffer.from(makeInvoice(LINES));
      for (let index = 0; index < files; index++) archive.addBuffer(content, `${index}.xml`);
      archive.end();
      return Readable.from(archive.outputStream);
    },
  },
};

function* repeat(count: number, each: (index: number) => string, end = ''): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.from(each(index));
  yield Buffer.from(end);
}

/** Uploads typical invoices as one batch and waits until it is completed. */
export async function measureBatch(service: Measured, form: Form, files: number): Promise<BatchMeasured> {
  const peak = { api: 0, workers: 0 };
  const sample = setInterval(() => {
    const { api, workers } = service.megabytes();
    peak.api = Math.max(peak.api, api);
    peak.workers = Math.max(peak.workers, workers);
  }, 200);
  try {
    const { type, make } = BODIES[form];
    const headers = { 'X-API-Key': 'bench' };
    const began = performance.now();
    const { statusCode, body } = await request(`${service.url}/api/batches`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body: make(files),
      bodyTimeout: 0,
      headersTimeout: 0,
    });
    const accepted = (await body.json()) as { id: string };
    if (statusCode !== 202) throw new Error(`the batch was refused: ${statusCode} ${JSON.stringify(accepted)}`);
    const uploaded = performance.now();
    for (;;) {
      const answer = await request(`${service.url}/api/batches/${accepted.id}`, { headers });
      const batch = (await answer.body.json()) as { status: string; valid: number };
      if (batch.status === 'completed') {
        return {
          form,
          files,
          uploadSeconds: (uploaded - began) / 1000,
          seconds: (performance.now() - began) / 1000,
          peak,
          missing: files - batch.valid,
        };
      }
      await wait(100);
    }
  } finally {
    clearInterval(sample);
  }
}
