import type { Language } from '@e-invoice/validator/issues';
import { makeProblem } from '../http/problems/problems.ts';
import { toProblemResponse } from '../http/problems/to-problem-response.ts';
import { PdfRefused } from '../modules/rendering/hybrid/embedded-invoice.ts';
import { ValidationLimitExceeded } from '../modules/validation/stopped.ts';
import { fill, PROBLEMS, Refusal } from '../platform/errors/index.ts';
import { DROP_WORDS } from './sftp-error-texts.data.ts';

/**
 * Error text for a file that failed permanently: the same bytes would fail again. Null for a temporary error. The
 * reader of an error file has no access to the service's pages, so the text includes the remedy. Problems whose text
 * mentions an HTTP request have separate texts here.
 */
export function sftpErrorMessage(error: unknown, language: Language) {
  const refused = toRefusal(error);
  const problem = toProblemResponse(refused, language);
  if (problem === null || !(refused instanceof Refusal)) return null;
  const words = DROP_WORDS[refused.code];
  return {
    ...problem,
    ...(words !== undefined && { title: words.title[language] }),
    ...(words?.detail !== undefined && { detail: fill(words.detail[language], refused.values) }),
    remedy: (words ?? PROBLEMS[refused.code]).remedy[language],
  };
}

function toRefusal(error: unknown): unknown {
  const cause = { cause: error };
  if (error instanceof PdfRefused) return makeProblem(error.code, {}, cause);
  return error instanceof ValidationLimitExceeded ? makeProblem('validation_limit_reached', {}, cause) : error;
}
