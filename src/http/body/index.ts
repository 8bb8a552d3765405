/**
 * Request bodies and the problems that they throw, without routes and responses: the SFTP process reads files by the
 * same rules with little memory.
 */
export {
  cut,
  type FieldError,
  makeFieldError,
  toFieldErrors,
  WITH_INPUT,
  wrongType,
} from '../problems/field-errors.ts';
export { invalidRequest, makeProblem, Problem } from '../problems/problems.ts';
export { type BodyKind, type BodyLimits, DEEPEST, type IncomingBody, rawBytes } from './body-kind.ts';
export { findTextErrors } from './check-texts.ts';
export { encodeText } from './encode-text.ts';
export { readForm } from './multipart.ts';
export { openBody } from './read-body.ts';
export { EXAMPLE_FILE, Filename, JsonFile, JsonFiles, multipartSchema } from './uploads.ts';
