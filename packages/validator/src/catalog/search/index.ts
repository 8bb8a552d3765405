/** Finding rules by what people type: ids, business terms, elements, words in any form of either language. */
export { indexing, namesIn, plainPath, rarity, type SearchIndex, stemsOf } from './make-index.ts';
export { type SearchOptions, searchRules } from './search-rules.ts';
