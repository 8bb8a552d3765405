import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../packages/schematron/src/xpath/compile/index.ts';
import { XPathError } from '../../../packages/schematron/src/xpath/runtime/index.ts';
import { evaluateString } from '../support/evaluate.ts';
import { makeSaxon } from '../support/saxon.ts';
import { CASE_XML } from './cases/case.ts';
import { groups } from './cases/index.ts';

/** Our result; a compile-time error counts as the error code it names. */
function ours(expression: string): string | { error: string } {
  try {
    return evaluateString(expression, CASE_XML);
  } catch (error) {
    if (error instanceof XPathError) return { error: error.code };
    if (error instanceof Refusal) return { error: error.reason.slice(0, 8) };
    throw error;
  }
}

const saxon = await makeSaxon(CASE_XML);

for (const { clause, cases } of groups) {
  describe(clause, () => {
    for (const [expression, expected, saxonDiffers] of cases) {
      test(expression, () => {
        expect(ours(expression)).toEqual(expected);
        const other = saxon(expression);
        if (saxonDiffers === undefined) expect(other, 'SaxonJS').toEqual(expected);
        else expect(other, `SaxonJS no longer differs (${saxonDiffers})`).not.toEqual(expected);
      });
    }
  });
}
