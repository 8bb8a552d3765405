/**
 * Restrictions of a syntax to the elements that a specification uses: elements and attributes that must not occur, or
 * not more often. All rows of the table are checked in one walk over the document.
 *
 * Must not read files, depend on the meaning of elements or read values: checks beyond presence are Schematron rules.
 */

export { describeViolation } from './describe-violation.ts';
export { findViolations, type Violation } from './find-violations.ts';
export { makeRestrictionTable, type RestrictionTable } from './make-restriction-table.ts';
export {
  type Occurs,
  type Path,
  type Restriction,
  readRestrictions,
  type Scope,
  type Step,
} from './read-restrictions.ts';
