import type { FileResult } from '@e-invoice/validator/issues';
import { beforeAll, describe, expect, it } from 'vitest';
import { FOUND_INPUTS, type FoundInput } from './found-inputs.data.ts';
import { faultsOfCauses, makeFileValidator, type ValidateFile } from './root-causes/file-validator.ts';

let validate: ValidateFile;
beforeAll(async () => {
  validate = await makeFileValidator();
});

/** The part of a result that its row describes. */
function shownOf(
  result: FileResult,
  { rules, causes = [], not = [], contains = [], lacks = [] }: FoundInput['expected'],
) {
  const [first = ''] = Object.keys(rules);
  const ids = result.root_causes.map(({ id }) => id);
  const texts = JSON.stringify(result);
  return {
    valid: result.valid,
    coverage: result.ruleset?.coverage,
    rules: Object.fromEntries(
      Object.keys(rules).map((id) => [id, result.issues.filter(({ rule_id }) => rule_id === id).length]),
    ),
    value: result.issues.find(({ rule_id }) => rule_id === first)?.expected ?? null,
    causes: causes.filter((id) => ids.includes(id)),
    not: not.filter((id) => !ids.includes(id)),
    contains: contains.filter((part) => texts.includes(part)),
    lacks: lacks.filter((part) => !texts.includes(part)),
  };
}

describe('documents that once had a wrong result', () => {
  it.each(FOUND_INPUTS)('$finding: $is', ({ xml, request, expected }) => {
    const result = validate(xml, { today: '2027-01-20', ...request });
    expect(shownOf(result, expected)).toMatchObject(expected);
    if (request?.layers === undefined) expect(faultsOfCauses(result)).toEqual([]);
    for (const { rule_id, value } of result.comparison?.only_here ?? [])
      expect([rule_id, value]).toEqual([rule_id, 'ANG']);
  });
});
