/** Finding rules by what people type: ids, business terms, elements, words in any form of either language. */
export { indexing, namesIn, plainPath, rarity, type SearchIndex, stemsOf } from './make-index.ts';
export { looseId, type SearchOptions, saysLack, searchRules, usualness } from './search-rules.ts';
export { LACKING, tellingWords } from './words.ts';
