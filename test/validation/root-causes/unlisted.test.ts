/** For a file with more issues than a result lists, causes still report the right numbers. */
import { expect, it } from 'vitest';
import { makeFileValidator } from './file-validator.ts';
import { INVOICE } from './slovak-invoice.ts';

const LINE = /<cac:InvoiceLine>\s*<cbc:ID>3<[\s\S]*?<\/cac:InvoiceLine>/.exec(INVOICE)![0];

it('a cause counts all issues, not only the listed ones', async () => {
  const validate = await makeFileValidator();
  const unit = LINE.replace('unitCode="H87"', 'unitCode="hodina"');
  const { issues, issues_left_out, root_causes } = validate(
    INVOICE.replace('</Invoice>', `${unit.repeat(1_500)}</Invoice>`),
  );
  const cause = root_causes.find(({ id }) => id === 'unit-unknown')!;
  expect(issues_left_out).toBeGreaterThan(0);
  expect(cause.issue_indexes.length).toBeLessThan(1_500);
  const found = cause.rule_ids.length * 1_500;
  expect(cause.explanation.sk).toContain(`Vyplýva z toho ${found} hlásení.`);
  expect(cause.explanation.en).toContain(`${found} issues follow from it.`);
  expect(issues.length + issues_left_out!).toBeGreaterThanOrEqual(found);
});

it('when a rule belongs to several causes, the number is a minimum', async () => {
  const validate = await makeFileValidator();
  const lines = ['hodina', 'kusisko'].map((code) => LINE.replace('unitCode="H87"', `unitCode="${code}"`).repeat(800));
  const bare = LINE.replace(/<cbc:Name>[^<]*<\/cbc:Name>/, '').repeat(800);
  const { issues, root_causes } = validate(INVOICE.replace('</Invoice>', `${lines.join('')}${bare}</Invoice>`));
  for (const { issue_indexes, explanation } of root_causes) {
    const stated = Number(/Vypl\S+ z toho (?:najmenej )?(\d+) hl/.exec(explanation.sk)?.[1] ?? issue_indexes.length);
    expect(stated).toBeGreaterThanOrEqual(issue_indexes.length);
  }
  expect(issues).toHaveLength(1_000);
});
