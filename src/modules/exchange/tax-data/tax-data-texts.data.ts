import type { Text } from '@e-invoice/validator/issues';
import { text } from '../../../../locales/index.ts';

export type Word =
  | 'title'
  | 'preview'
  | 'missing'
  | 'document'
  | 'unknown'
  | 'reporter'
  | 'C2'
  | 'C3'
  | 'scope'
  | 'D'
  | 'IC'
  | 'INTL'
  | 'reported'
  | 'dropped'
  | 'nothing';

export const TAX_DATA_WORDS: Readonly<Record<Word, Text>> = {
  title: text('tax-data.title'),
  preview: text('tax-data.preview'),
  missing: text('tax-data.missing'),
  document: text('tax-data.document'),
  unknown: text('tax-data.unknown'),
  reporter: text('tax-data.reporter'),
  C2: text('tax-data.C2'),
  C3: text('tax-data.C3'),
  scope: text('tax-data.scope'),
  D: text('tax-data.D'),
  IC: text('tax-data.IC'),
  INTL: text('tax-data.INTL'),
  reported: text('tax-data.reported'),
  dropped: text('tax-data.dropped'),
  nothing: text('tax-data.nothing'),
};

/** Two columns on paper and screens, one column on phones. */
export const TAX_DATA_STYLE = `
* { box-sizing: border-box; }
html { font: 10pt/1.45 "Open Sans", "Segoe UI", system-ui, sans-serif; color: #16202b; }
body { margin: 0 auto; max-width: 1100px; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 0.5rem; }
h2 { font-size: 1.1rem; margin: 0 0 0.5rem; }
.note { background: #fff6dc; border-left: 4px solid #a86b00; padding: 0.5rem 0.8rem; }
.gap { background: #fdecea; border-left: 4px solid #a32018; padding: 0.5rem 0.8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th { text-align: left; font-weight: 600; }
th, td { border-top: 1px solid #d5dce3; padding: 0.3rem 0.4rem 0.3rem 0; vertical-align: top; overflow-wrap: anywhere; }
code { display: block; font-size: 0.78em; font-weight: 400; color: #5c6b7a; }
small { color: #5c6b7a; font-weight: 400; }
@media (max-width: 640px) { .sides { grid-template-columns: 1fr; } }
`;
