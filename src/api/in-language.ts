import type { FileResult } from '../issues/index.ts';
import type { Language } from './language.ts';

/** The result with its messages in the caller's language; `message_en` stays. */
export function inLanguage(result: FileResult, { language }: { readonly language: Language }): FileResult {
  if (language === 'sk') return result;
  return { ...result, issues: result.issues.map((issue) => ({ ...issue, message: issue.message_en })) };
}
