import type { FileResult, Issue, Text } from '@e-invoice/validator/issues';

const text = (words: string): Text => ({ sk: words, en: words });
const SAID = text('Žiadna faktúra – 12,50 € × 2.');

const FIX = { ...SAID, program: SAID, xml: text('X') };

const ISSUE: Issue = {
  ...{ level: 'fatal', layer: 'EN16931', rule_id: 'X-1', catalogRuleId: 'X-1', ruleUrl: '', fix: FIX },
  ...{ message: SAID.sk, message_en: SAID.en, location: '/Invoice', xpath: '/Invoice', line: 1, column: 1 },
  ...{ business_terms: ['BT-115'], value: '1', expected: '2' },
  calculation: {
    terms: (['add', 'subtract', 'multiply', 'divide'] as const).map((operation) => ({
      ...{ business_term: 'BT-1', label: SAID, amount: '1.00', operation, location: null },
    })),
    ...{ result: '2.00', stated: '1.00', difference: '-1.00' },
  },
};

/** A synthetic result with every element that a report can contain. */
export const WARM_UP_RESULT: FileResult = {
  ...{ filename: 'x.xml', sha256: '0'.repeat(64), valid: false, document_type: 'ubl-invoice', sbdh: false },
  summary: {
    ...{ invoice_id: '1', currency: 'EUR', detected_profile: null, issue_date: '2026-01-01', seller_name: SAID.sk },
    ...{ buyer_name: SAID.sk, payable_amount: '1.00', line_count: 1 },
  },
  ...{ fatal_count: 1, warning_count: 1, info_count: 1, duration_ms: 1 },
  ruleset: {
    ...{ id: 'x', version: '1', packs: [{ id: 'x', version: '1' }], coverage: 'full', layers: [] },
    skipped: [{ layer: 'PEPPOL', code: 'ruleset_not_installed', reason: SAID }],
  },
  issues: [ISSUE, { ...ISSUE, level: 'warning' }, { ...ISSUE, level: 'info' }],
  root_causes: [0, 1].map((issue) => ({
    ...{ id: `x${issue}`, title: SAID, explanation: SAID, fix: FIX },
    ...{ issue_indexes: [issue], rule_ids: ['X-1'], location: '/Invoice', confidence: 1, proven: false },
    corrections: [
      {
        ...{
          id: 'x',
          title: SAID,
          patch: [],
          resolves: [0],
          makes_valid: true,
          changes: ['amount_due'],
          note: SAID,
          money: { amount_due: '0', tax: '0' },
        },
      },
    ],
  })),
};
