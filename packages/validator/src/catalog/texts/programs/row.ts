/** A fix in the accounting software and on the invoice, in Slovak and English, without XML terms. */
export type ProgramRow = readonly [sk: string, en: string];
