import { type Decimal, parseDecimal, ZERO } from '@e-invoice/schematron/decimal';
import type { DocumentType } from '@e-invoice/validator/issues';
import type { ReportEntry } from '../report.ts';

type Sum = {
  readonly currency: string | null;
  readonly document_type: DocumentType;
  readonly reports: number;
  /** Sum of the amounts due, an exact decimal; null: no report has an amount. */
  readonly payable_amount: string | null;
  /** Number of reports without a numeric amount. */
  readonly without_amount: number;
};

/** Totals of a period. An invoice is counted once per report, so repeated validations count repeatedly. */
type Totals = {
  readonly reports: number;
  readonly valid: number;
  readonly invalid: number;
  readonly sums: readonly Sum[];
};

type Running = {
  reports: number;
  without: number;
  amount: Decimal | null;
  currency: string | null;
  type: DocumentType;
};

/**
 * Limit of distinct sums: an invoice may state any text as its currency. Further currencies are counted together,
 * without an amount.
 */
const MAX_SUMS = 1_000;

/** Accumulates reports and returns their totals. */
export function makeTotals() {
  const sums = new Map<string, Running>();
  const verdicts = { valid: 0, invalid: 0 };
  return {
    add: ({ valid, document_type: type, summary }: ReportEntry): void => {
      verdicts[valid ? 'valid' : 'invalid'] += 1;
      const stated = summary.currency;
      const known = sums.size < MAX_SUMS || sums.has(`${type} ${stated}`);
      const currency = known ? stated : null;
      const name = `${type} ${currency}`;
      const sum = sums.get(name) ?? { reports: 0, without: 0, amount: null, currency, type };
      const amount = known ? parseDecimal(summary.payable_amount ?? '') : null;
      sum.reports += 1;
      if (amount === null) sum.without += 1;
      else sum.amount = (sum.amount ?? ZERO).add(amount);
      sums.set(name, sum);
    },
    summarize: (): Totals => ({
      reports: verdicts.valid + verdicts.invalid,
      ...verdicts,
      sums: [...sums.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { currency, type, reports, amount, without }]) => ({
          currency,
          document_type: type,
          reports,
          payable_amount: amount === null ? null : amount.toString(),
          without_amount: without,
        })),
    }),
  };
}
