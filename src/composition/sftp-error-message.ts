import type { Language } from '@e-invoice/validator/issues';
import { makeProblem } from '../http/problems/problems.ts';
import { toProblemResponse } from '../http/problems/to-problem-response.ts';
import { PdfRefused } from '../modules/rendering/hybrid/embedded-invoice.ts';
import { ValidationLimitExceeded } from '../modules/validation/stopped.ts';
import { fill, PROBLEMS, Refusal } from '../platform/errors/index.ts';
import { DROP_WORDS } from './sftp-error-texts.data.ts';

/**
 * What a dropped file is told in place of a result: for ever, as the same bytes would come to the same end. Null for a
 * fault that may pass. Whoever reads it has no page of the service at hand, so that it says what to do, too; and knows of no
 * request, so that it has words of its own where the problem speaks of one.
 */
export function sftpErrorMessage(error: unknown, language: Language) {
  const refused = toRefusal(error);
  const told = toProblemResponse(refused, language);
  if (told === null || !(refused instanceof Refusal)) return null;
  const words = DROP_WORDS[refused.code];
  return {
    ...told,
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
