import type { AmountChange, InvoiceComparison, Language } from '../index.ts';
import { formatCount, shownName } from './formats/write-report.ts';
import { oneLine } from './one-line.ts';

type Shown = { readonly left: string; readonly right: string; readonly language: Language };

const WORDS = {
  sk: {
    none: 'žiadny rozdiel',
    order: 'Riadky sú v inom poradí.',
    columns: ['Kód', 'Údaj', 'Vľavo', 'Vpravo', 'Vplyv'],
    effects: {
      amount_due: 'suma na úhradu',
      tax: 'DPH',
      line: 'riadok',
      party: 'subjekt',
      payment: 'platba',
      reference: 'odkaz',
      text: 'text',
    },
    due: 'Suma na úhradu',
    tax: 'DPH',
    same: 'bez zmeny',
  },
  en: {
    none: 'no difference',
    order: 'The lines are in a different order.',
    columns: ['Term', 'Name', 'Left', 'Right', 'Effect'],
    effects: {
      amount_due: 'amount due',
      tax: 'VAT',
      line: 'line',
      party: 'party',
      payment: 'payment',
      reference: 'reference',
      text: 'text',
    },
    due: 'Amount due',
    tax: 'VAT',
    same: 'unchanged',
  },
} as const;

/** Shown in place of a missing value. */
const ABSENT = '–';

/** Widest column that is aligned; longer values move the rest of their line. */
const WIDEST = 40;

/** A comparison for terminals: a table of the differences, and what changes for the amount due and the VAT. */
export function writeComparison(comparison: InvoiceComparison, { left, right, language }: Shown): string {
  const words = WORDS[language];
  const { differences, totals, semantic_digests } = comparison;
  const count = differences.length === 0 ? words.none : formatCount(differences.length, 'differences', language);
  const lines = [`${shownName(left)} ↔ ${shownName(right)}: ${count}`, ''];
  if (differences.length > 0) {
    const rows = differences.map((difference) => [
      difference.business_term,
      difference.label[language],
      difference.left === null ? ABSENT : oneLine(difference.left),
      difference.right === null ? ABSENT : oneLine(difference.right),
      words.effects[difference.effect],
    ]);
    lines.push(...align([words.columns, ...rows]), '');
  } else if (semantic_digests[0] !== semantic_digests[1]) lines.push(words.order, '');
  lines.push(`${words.due}: ${formatChange(totals.amount_due, words.same)}`);
  lines.push(`${words.tax}: ${formatChange(totals.tax, words.same)}`);
  return `${lines.join('\n')}\n`;
}

function align(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.min(WIDEST, Math.max(...rows.map((row) => row[column]!.length))));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd());
}

/** `313.65 → 300.65 (-13)` */
function formatChange({ left, right, difference }: AmountChange, same: string): string {
  const [from, to] = [left, right].map((value) => (value === null ? ABSENT : oneLine(value)));
  if (difference === '0' || from === to) return `${to} (${same})`;
  if (difference === null) return `${from} → ${to}`;
  return `${from} → ${to} (${difference.startsWith('-') ? '' : '+'}${difference})`;
}
