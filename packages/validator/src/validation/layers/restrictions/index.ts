/**
 * Restrictions of a syntax to the elements that a specification uses: which elements and attributes must not occur,
 * or not more often, as a table checked in one walk over the document, however many rows it has.
 *
 * It must never read a file, know what an element means, or look at values: what asks for more than presence is a
 * rule in Schematron.
 */

export { describeViolation } from './describe-violation.ts';
export { findViolations, type Violation } from './find-violations.ts';
export { makeRestrictionTable, type RestrictionTable } from './make-restriction-table.ts';
export { type Occurs, type Path, type Restriction, readRestrictions, type Step } from './read-restrictions.ts';
