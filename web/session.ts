import type { FileResult } from '@e-invoice/validator/issues';
import type { Language, LinkReport, RuleWords } from '../src/report/index.ts';
import type { Month } from './check-month.ts';

/** A file on the page, with its judgement. */
export type Judged = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As it came, before corrections. */
  readonly original: Uint8Array;
  readonly result: FileResult;
};

/** The report of a link, with what the catalog says of its rules. */
export type Shared = { readonly report: LinkReport; readonly texts: ReadonlyMap<string, RuleWords> };

/** What the page shows now; memory alone, gone with the tab. */
type Session = {
  language: Language;
  current: Judged | null;
  /** The files of an archive, or several that were given at once. */
  month: Month | null;
  /** Files of the month are still being checked. */
  isChecking: boolean;
  /** Which files of the month are listed: all, those of a tone, or those with a cause. */
  filter: string;
  /** What a link told; null as soon as a file is given. */
  shared: Shared | null;
};

export const session: Session = {
  language: document.documentElement.lang === 'en' ? 'en' : 'sk',
  current: null,
  month: null,
  isChecking: false,
  filter: '',
  shared: null,
};
