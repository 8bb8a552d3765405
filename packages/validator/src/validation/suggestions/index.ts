/** What may have been meant: the nearest codes of a list, the right check digit of an identifier. */
export { correctIdentifier } from './check-digits.ts';
export { type CodeLists, readCodeList } from './code-lists.ts';
export { type CodeRule, codeRules } from './code-rules.data.ts';
export { type CodeSuggestion, suggestCodes } from './suggest-codes.ts';
