import type { Text } from '@e-invoice/validator/issues';

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
  title: { sk: 'Čo sa z faktúry dozvie finančná správa', en: 'Data reported to the tax office' },
  preview: {
    sk: 'Náhľad podľa špecifikácie SK Tax Data Document 1.0.0, ktorá je v pripomienkovaní. Nikomu sa nič neodoslalo; údaje hlási digitálny poštár, nie vy. Jeho identifikátory v náhľade sú zástupné.',
    en: 'A preview according to the specification SK Tax Data Document 1.0.0, which is under review. Nothing was sent; the access point reports the data, not you. Its identifiers in the preview are placeholders.',
  },
  missing: {
    sk: 'Hlásenie by nebolo úplné, vo faktúre chýba',
    en: 'The report would be incomplete; the invoice does not contain',
  },
  document: { sk: 'Identifikátor dokladu', en: 'Identifier of the document' },
  unknown: { sk: 'nedá sa určiť', en: 'cannot be determined' },
  reporter: { sk: 'Kto hlási', en: 'Who reports' },
  C2: { sk: 'digitálny poštár odosielateľa (C2)', en: 'the sender’s access point (C2)' },
  C3: { sk: 'digitálny poštár príjemcu (C3)', en: 'the receiver’s access point (C3)' },
  scope: { sk: 'Rozsah', en: 'Scope' },
  D: { sk: 'tuzemské plnenie', en: 'domestic' },
  IC: { sk: 'v rámci Európskej únie', en: 'within the European Union' },
  INTL: { sk: 'mimo Európskej únie', en: 'outside the European Union' },
  reported: { sk: 'Nahlási sa', en: 'Reported' },
  dropped: { sk: 'Nenahlási sa', en: 'Not reported' },
  nothing: { sk: 'Nič.', en: 'Nothing.' },
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
