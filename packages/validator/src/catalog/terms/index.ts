/** The business terms and groups of EN 16931: what they are called and where UBL has them. */
export { type BusinessTerm, findTerm, listTerms, termOf, termsAt } from './business-term.ts';
