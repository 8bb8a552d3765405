/** Searches rules by ids, business terms, element names and inflected words in Slovak or English. */
export { indexing, namesIn, plainPath, rarity, type SearchIndex, stemsOf } from './make-index.ts';
export { isAboutAbsence, looseId, type SearchOptions, searchRules, usualness } from './search-rules.ts';
export { LACKING, significantWords } from './words.ts';
