import type { Verdict } from '../src/modules/documents/index.ts';
import { INVOICE_RESPONSE } from '../src/modules/exchange/status-messages/index.ts';
import type { NetworkFinding } from '../src/modules/validation/index.ts';

/**
 * Verdict on an Invoice Response created by the service: valid or invalid, without invoice data.
 *
 * @param findings the violated rules; null if the content is not XML
 */
export function toResponseVerdict(findings: readonly NetworkFinding[] | null): Verdict {
  const fatal = findings === null ? 1 : findings.length;
  return {
    valid: fatal === 0,
    summary: {
      ...{ invoice_id: null, currency: null, detected_profile: INVOICE_RESPONSE.specification, issue_date: null },
      ...{ seller_name: null, buyer_name: null, payable_amount: null, line_count: null },
    },
    counts: { fatal, warning: 0, info: 0 },
    ruleset: { ...INVOICE_RESPONSE.rules, coverage: findings === null ? 'none' : 'full' },
    semantic: null,
    artifacts: [],
  };
}
