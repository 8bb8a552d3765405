import type { Text } from './issue.ts';

/** Languages of texts. */
export type Language = keyof Text;

type Message = { readonly message: string; readonly message_en: string };

type WithIssues = {
  readonly issues: readonly Message[];
  readonly comparison?: { readonly only_here: readonly Message[]; readonly only_there: readonly Message[] };
};

/** Returns the result with messages in the language; `message_en` is unchanged. */
export function inLanguage<Result extends WithIssues>(
  result: Result,
  { language }: { readonly language: Language },
): Result {
  if (language === 'sk') return result;
  const { comparison } = result;
  return {
    ...result,
    issues: inEnglish(result.issues),
    ...(comparison !== undefined && {
      comparison: {
        ...comparison,
        only_here: inEnglish(comparison.only_here),
        only_there: inEnglish(comparison.only_there),
      },
    }),
  };
}

const inEnglish = (issues: readonly Message[]): Message[] =>
  issues.map((issue) => ({ ...issue, message: issue.message_en }));
