/** One cause's texts: title, explanation and fix, each Slovak and English. `{blanks}` are filled in. */
export type CauseRow = readonly [
  titleSk: string,
  titleEn: string,
  explanationSk: string,
  explanationEn: string,
  fixSk: string,
  fixEn: string,
];

/** What to do in the accounting software, Slovak and English. */
export type ProgramRow = readonly [sk: string, en: string];
