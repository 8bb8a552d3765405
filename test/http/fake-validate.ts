import { createHash } from 'node:crypto';
import type { FileResult, Issue } from '@e-invoice/validator/issues';
import { LayerNotInRuleset, RulesetUnknown, type ValidationRequest } from '@e-invoice/validator/validation';

export const ISSUE: Issue = {
  level: 'fatal',
  layer: 'EN16931',
  rule_id: 'BR-02',
  catalogRuleId: 'BR-02',
  message: 'Chýba číslo faktúry.',
  message_en: 'The invoice number is missing.',
  location: '/Invoice',
  xpath: '/Invoice',
  line: 1,
  column: 1,
  business_terms: ['BT-1'],
  value: null,
  expected: null,
  ruleUrl: '/chyby/BR-02/',
  fix: {
    sk: 'Doplňte.',
    en: 'Add it.',
    program: { sk: 'Doplňte.', en: 'Add it.' },
    xml: { sk: 'Doplňte.', en: 'Add it.' },
  },
};

export const SUMMARY: FileResult['summary'] = {
  invoice_id: 'F-1',
  currency: 'EUR',
  detected_profile: null,
  issue_date: null,
  seller_name: null,
  buyer_name: null,
  payable_amount: null,
  line_count: 1,
};

/** Fake validator: the file states whether it is valid. Real validation has its own tests. */
export function fakeValidate(bytes: Uint8Array, request: ValidationRequest): FileResult {
  if (request.ruleset === 'nonsense') throw new RulesetUnknown('nonsense', ['en16931@1.3.16']);
  if (bytes.length > 0 && request.layers?.includes('SK')) throw new LayerNotInRuleset(['SK'], 'en16931@1', ['XML']);
  const valid = Buffer.from(bytes).includes('valid');
  return {
    filename: request.filename,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    valid,
    document_type: 'ubl-invoice',
    sbdh: false,
    summary: SUMMARY,
    fatal_count: valid ? 0 : 1,
    warning_count: 0,
    info_count: 0,
    ruleset: {
      id: request.ruleset ?? 'en16931',
      version: '1.3.16',
      packs: [],
      coverage: 'full',
      layers: ['XML'],
      skipped: [],
    },
    issues: valid ? [] : [ISSUE],
    root_causes: [],
    duration_ms: 1,
  };
}
