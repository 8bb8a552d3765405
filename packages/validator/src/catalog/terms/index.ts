/** The business terms and groups of EN 16931: their names and paths in UBL. */
export { type BusinessTerm, findTerm, listTerms, termOf, termsAt } from './business-term.ts';
