import { isPdf } from '../src/lib/is-pdf.ts';
import { toLine } from '../src/lib/sanitize-inline.ts';
import { fill } from '../src/modules/result-view/index.ts';
import { ShownError, showErrorBanner } from './error-banner.ts';
import type { InputFile } from './file-input.ts';
import type { ValidationOutcome } from './session.ts';
import { startedWorker } from './start.ts';
import { Canceled, startWorker } from './worker-client.ts';

const worker = startWorker(new URL('./worker.js', import.meta.url).href, startedWorker());

export const { ask, cancel: cancelWorker, isBusy: isWorkerBusy } = worker;

/** Repeats a request when the cancellation of another operation ends the shared worker. */
export const askUntilDone: typeof ask = async (question) => {
  for (;;) {
    try {
      return await ask(question);
    } catch (error) {
      if (!(error instanceof Canceled)) throw error;
    }
  }
};

/** Returns the file, or the XML embedded in a hybrid PDF. @throws Told if the PDF contains no invoice */
async function openFile(file: InputFile): Promise<InputFile> {
  if (!isPdf(file.bytes)) return file;
  const embedded = await ask({ kind: 'open-pdf', bytes: file.bytes });
  if ('unread' in embedded) throw new ShownError(({ noInvoice }) => `${file.name}: ${noInvoice[embedded.unread]}`);
  const name = `${file.name} › ${toLine(embedded.name)}`;
  const others = embedded.others.map(toLine).join(', ');
  if (others !== '') showErrorBanner(({ otherInvoices }) => fill(otherInvoices, { name, others }));
  return { name, bytes: embedded.bytes };
}

/** Validates a file. @throws Told for a PDF without an invoice */
export const validateFile = async (input: InputFile): Promise<ValidationOutcome> => validateAsIs(await openFile(input));

/** Validates a file of a batch. A PDF without an invoice is listed as not being XML. */
export const validateInBatch = (file: InputFile): Promise<ValidationOutcome> =>
  validateFile(file).catch((error: unknown) =>
    error instanceof ShownError ? validateAsIs(file) : Promise.reject(error),
  );

/** Validates the bytes. Results contain both languages, because the user may switch while a result is shown. */
export async function validateAsIs({ name, bytes }: InputFile): Promise<ValidationOutcome> {
  const result = await ask({ kind: 'judge', bytes, filename: name });
  return { name, bytes, original: bytes, result };
}
