import type { FileResult } from '@e-invoice/validator/issues';
import type { Language, LinkReport, RuleWords } from '../src/modules/result-view/index.ts';
import type { Unread } from './read-archive.ts';

/** A file on the page, with its judgement. */
export type ValidationOutcome = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** As it came, before corrections. */
  readonly original: Uint8Array;
  readonly result: FileResult;
};

/** What has come of many files so far; it grows while they are checked. */
export type Month = {
  readonly files: ValidationOutcome[];
  readonly unread: Unread[];
  /** So many files of an archive are beyond the limit. */
  leftOut: number;
  /** How many files and entries there are, as far as the archives are listed. */
  total: number;
};

export const doneOf = ({ files, unread, leftOut }: Month): number => files.length + unread.length + leftOut;

/** The report of a link, with what the catalog says of its rules. */
export type Shared = { readonly report: LinkReport; readonly texts: ReadonlyMap<string, RuleWords> };

/** What the page shows now; memory alone, gone with the tab. */
type Session = {
  language: Language;
  current: ValidationOutcome | null;
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
