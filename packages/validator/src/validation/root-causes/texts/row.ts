/** Texts of one cause: title, explanation and fix, each in Slovak and English, with `{placeholders}`. */
export type CauseRow = readonly [
  titleSk: string,
  titleEn: string,
  explanationSk: string,
  explanationEn: string,
  fixSk: string,
  fixEn: string,
];

/** The fix for users of accounting software, in Slovak and English. */
export type ProgramRow = readonly [sk: string, en: string];
