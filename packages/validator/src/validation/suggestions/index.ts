/** Suggests likely values: the nearest codes of a list, the normalised form of an identifier. */

export { type CodeLists, packCodes, readCodeList, unpackCodes } from './code-lists.ts';
export { type CodeRule, codeRules, reasonCodes } from './code-rules.data.ts';
export { describeCode } from './describe-code.ts';
export { normalizeIdentifier } from './normalize-identifier.ts';
export { readGarbled } from './read-garbled.ts';
export { type CodeSuggestion, choicesFor, isSameUnit, suggestCodes } from './suggest-codes.ts';
