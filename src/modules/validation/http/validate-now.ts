import { CallerGone, makeProblem, type RouteContext, tooManyWaiting } from '../../../http/index.ts';
import { SemaphoreFull } from '../../../lib/fair-semaphore.ts';
import { validateHybrid } from '../../rendering/index.ts';
import { type FileValidationRequest, type ValidatedFile, ValidationLimitExceeded } from '../index.ts';

/**
 * Validates a file in this process without storing it: in a worker thread with limits of time and memory, so that the
 * event loop stays free, and with fair scheduling between callers.
 *
 * @throws RulesetUnknown; Problem `validation_limit_reached`; the signal's reason when the client disconnects while
 *   the file waits
 */
export async function validateNow(
  bytes: Uint8Array,
  request: FileValidationRequest,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<ValidatedFile> {
  const { filename } = request;
  return orLimitReached(
    app.validationPool.validate(bytes, request, { owner, signal: left() }),
    filename === null ? {} : { filename },
  );
}

/**
 * Validates an uploaded file, which may be a hybrid PDF.
 *
 * @throws errors of validateNow; PdfRefused; Problem `overloaded`; CallerGone
 */
export function validateUploadNow(
  file: Uint8Array,
  request: FileValidationRequest,
  context: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<ValidatedFile> {
  const { app, owner, left } = context;
  const signal = left();
  const pending = validateHybrid(app.pdfReader, file, { owner, signal }, (xml) => validateNow(xml, request, context));
  return orPdfsBusy(pending, signal);
}

/** @throws Problem `validation_limit_reached` when the validation exceeded its limit */
export async function orLimitReached<T>(
  pending: Promise<T>,
  members: Readonly<Record<string, unknown>> = {},
): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof ValidationLimitExceeded)
      throw makeProblem('validation_limit_reached', {}, { members, cause: error });
    throw error;
  }
}

/** @throws Problem `overloaded` when too many PDFs wait; CallerGone when the client has disconnected */
export async function orPdfsBusy<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SemaphoreFull) throw tooManyWaiting(error);
    if (signal.aborted) throw new CallerGone();
    throw error;
  }
}
