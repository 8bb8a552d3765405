/** The business terms and groups of EN 16931: their names and paths in UBL and CII. */
export { type BusinessTerm, findTerm, listTerms, termOf, termsAt } from './business-term.ts';
export { ciiTermAround, ciiTermOf, ciiXPathOf } from './cii-term.ts';
