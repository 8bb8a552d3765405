import type { Language } from '@e-invoice/validator/issues';
import { fillText, isMessageKey } from '../../locales/index.ts';
import { makeProblem } from '../http/problems/problems.ts';
import { toProblemResponse } from '../http/problems/to-problem-response.ts';
import { PdfRefused } from '../modules/rendering/hybrid/embedded-invoice.ts';
import { ValidationLimitExceeded } from '../modules/validation/stopped.ts';
import { PROBLEMS, Refusal } from '../platform/errors/index.ts';

/**
 * Error text for a file that failed permanently: the same bytes would fail again. Null for a temporary error. The
 * reader of an error file has no access to the service's pages, so the text includes the remedy. Problems whose text
 * mentions an HTTP request have separate texts here.
 */
export function sftpErrorMessage(error: unknown, language: Language) {
  const refused = toRefusal(error);
  const problem = toProblemResponse(refused, language);
  if (problem === null || !(refused instanceof Refusal)) return null;
  const { code, values } = refused;
  const own = (part: 'title' | 'detail' | 'remedy'): string | null => {
    const key = `sftp-error.${code}.${part}`;
    return isMessageKey(key) ? fillText(key, values)[language] : null;
  };
  return {
    ...problem,
    title: own('title') ?? problem.title,
    detail: own('detail') ?? problem.detail,
    remedy: own('remedy') ?? PROBLEMS[code].remedy[language],
  };
}

function toRefusal(error: unknown): unknown {
  const cause = { cause: error };
  if (error instanceof PdfRefused) return makeProblem(error.code, {}, cause);
  return error instanceof ValidationLimitExceeded ? makeProblem('validation_limit_reached', {}, cause) : error;
}
