import type { Language } from '@e-invoice/validator/issues';
import { makeProblem } from '../api/problems/problems.ts';
import { tellRefusal } from '../api/problems/tell-refusal.ts';
import { PdfRefused } from '../render/hybrid/read-hybrid.ts';
import { JudgingStopped } from '../validation-pool/stopped.ts';

/**
 * What a dropped file is told in place of a result: for ever, as the same bytes would come to the same end. Null for a
 * fault that may pass.
 */
export function tellDropRefusal(error: unknown, language: Language) {
  const cause = { cause: error };
  if (error instanceof PdfRefused) return tellRefusal(makeProblem(error.code, {}, cause), language);
  if (error instanceof JudgingStopped) return tellRefusal(makeProblem('validation_limit_reached', {}, cause), language);
  return tellRefusal(error, language);
}
