/**
 * What the routes of the modules build on: the declaration of a route, request bodies, responses, problems and shared
 * schemas. `src/composition/api.ts` starts the server with the routes of all modules.
 */
export type { AppParts, Caller } from './app-parts.ts';
export {
  type BodyKind,
  checkFields,
  jsonBody,
  readJson,
} from './body/body-kind.ts';
export { findTextErrors, withoutNul } from './body/check-texts.ts';
export { encodeText } from './body/encode-text.ts';
export { CallerGone, readBody } from './body/read-body.ts';
export {
  FORMAT_HINT,
  HYBRIDS,
  oneFileLimits,
  UploadHeaders,
  ValidationQuery,
  withCiiDefault,
} from './body/upload-parameters.ts';
export {
  EXAMPLE_FILE,
  Filename,
  type InputFile,
  JsonUpload,
  manyFiles,
  oneFile,
  oneFileToValidate,
  rawPdf,
  rawXml,
  toUpload,
  twoFiles,
  type UploadedFile,
} from './body/uploads.ts';
export {
  type FieldPlace,
  MAX_ERRORS,
  MISSING,
  makeFieldError,
  toFieldErrors,
  WITH_INPUT,
} from './problems/field-errors.ts';
export { invalidRequest, makeProblem, Problem, tooManyWaiting, toProblemBody } from './problems/problems.ts';
export { toProblem } from './problems/to-problem.ts';
export { expectKey } from './responses/abort-signals.ts';
export { parseRange } from './responses/byte-range.ts';
export { etagOf, matchesEtag } from './responses/etag.ts';
export { eventRoute } from './responses/event-route.ts';
export type { Language } from './responses/language.ts';
export { readOffset, writeOffset } from './responses/offset-cursor.ts';
export { NextCursor, Paging } from './responses/paging.ts';
export { Written } from './responses/pre-serialized.ts';
export { ANY_PAGE } from './responses/public-cors-headers.ts';
export { answer, answerIn, BYTES, type DeepReadonly, emptyAnswer, jsonAnswer } from './responses/response.ts';
export { STREAM_HEADERS, streamEvents } from './responses/stream.ts';
export { allowMethods } from './routing/allow-methods.ts';
export { addressOf, clientOf } from './routing/client-of.ts';
export { type Route, type RouteContext, type RouteWork, route, type Tag } from './routing/route.ts';
export type { Middleware, RequestContext } from './routing/state.ts';
export { VERSION } from './routing/version.ts';
export { PARTNER_EXAMPLE } from './schemas/example-ids.ts';
export { BatchResult, FailedFile, FileResult, Fix, Issue, LayerName, Level, Text } from './schemas/file-result.ts';
export {
  HEX_DIGEST,
  MONTH,
  NO_CONTROLS,
  PRINTABLE_ASCII,
  SEED,
  VISIBLE_ASCII,
  WEB_ADDRESS,
} from './schemas/text-patterns.ts';
export { wholeNumber } from './schemas/whole-number.ts';
export { originOf } from './site/origin-of.ts';
