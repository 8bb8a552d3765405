/** What to do in the accounting software and on the invoice, in Slovak and English, without a word of XML. */
export type ProgramRow = readonly [sk: string, en: string];
