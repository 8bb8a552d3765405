import { toUtcDay } from '../../lib/utc-day.ts';
import type { Preview } from '../../modules/drafts/index.ts';
import type { Preflight, PreflightRequest } from '../../modules/exchange/preflight/index.ts';
import { RULES_OF } from '../../modules/exchange/status-messages/index.ts';
import { validateHybrid } from '../../modules/rendering/index.ts';
import {
  type FileValidationRequest,
  type NetworkFinding,
  type ValidatedFile,
  ValidationLimitExceeded,
  type ValidationPool,
} from '../../modules/validation/index.ts';
import { makeProblem } from '../problems/problems.ts';
import type { RouteContext } from '../routing/route.ts';
import { orPdfsBusy, orRenderLimit } from './render-now.ts';

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

/**
 * Creates the preview of a draft, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the draft waits
 */
export function previewNow(
  request: Parameters<ValidationPool['preview']>[0],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<Preview> {
  return orLimitReached(app.validationPool.preview(request, { owner, signal: left() }));
}

/**
 * Creates the tax data document of an invoice, under the same limits as `validateNow`; null when it is not a UBL
 * document.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the file waits
 */
export function taxDataNow(
  bytes: Uint8Array,
  request: Parameters<ValidationPool['taxData']>[1],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): ReturnType<ValidationPool['taxData']> {
  return orLimitReached(app.validationPool.taxData(bytes, request, { owner, signal: left() }));
}

/**
 * Reads sender and receiver of a document, under the same limits as `validateNow`; null when it is not a UBL
 * document.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the file waits
 */
export function readAddressingNow(
  bytes: Uint8Array,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): ReturnType<ValidationPool['readAddressing']> {
  return orLimitReached(app.validationPool.readAddressing(bytes, { owner, signal: left() }));
}

/**
 * Runs the preflight of a document, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`, `render_limit_reached`, `overloaded`; the signal's reason when the
 *   client disconnects
 */
export async function preflightNow(
  request: PreflightRequest,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<Preflight> {
  return orRenderLimit(orLimitReached(app.preflight(request, { owner, signal: left() })));
}

/**
 * Runs the preflight of an Invoice Response, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects
 */
export function preflightResponseNow(
  request: PreflightRequest,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<Preflight> {
  return orLimitReached(app.preflightResponse(request, { owner, signal: left() }));
}

/**
 * Returns the rules that a message violates, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the message waits
 */
export async function validateMessageNow(
  kind: keyof typeof RULES_OF,
  bytes: Uint8Array,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<readonly NetworkFinding[]> {
  const messageRequest = { pack: RULES_OF[kind], today: toUtcDay(app.now()) };
  const found = await orLimitReached(
    app.validationPool.validateStatusMessage(bytes, messageRequest, { owner, signal: left() }),
  );
  if (found === null) throw new Error('The content read as a message is not XML');
  return found;
}

async function orLimitReached<T>(pending: Promise<T>, members: Readonly<Record<string, unknown>> = {}): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    if (error instanceof ValidationLimitExceeded)
      throw makeProblem('validation_limit_reached', {}, { members, cause: error });
    throw error;
  }
}
