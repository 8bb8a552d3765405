import type { Language } from './language.ts';

type WithIssues = { readonly issues: readonly { readonly message: string; readonly message_en: string }[] };

/** The result with its messages in the caller's language; `message_en` stays. */
export function inLanguage<Result extends WithIssues>(
  result: Result,
  { language }: { readonly language: Language },
): Result {
  if (language === 'sk') return result;
  return { ...result, issues: result.issues.map((issue) => ({ ...issue, message: issue.message_en })) };
}
