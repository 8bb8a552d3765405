import type { FileResult } from '@e-invoice/validator/issues';
import type { Language, LinkReport, RuleWords } from '../src/modules/result-view/index.ts';
import type { Unread } from './read-archive.ts';

/** A file and its validation result. */
export type ValidationOutcome = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The content before edits and corrections. */
  readonly original: Uint8Array;
  readonly result: FileResult;
};

/** The results of a batch; they grow during validation. */
export type Month = {
  readonly files: ValidationOutcome[];
  readonly unread: Unread[];
  /** Number of files beyond the limit. */
  leftOut: number;
  /** Number of files and entries in the archives listed so far. */
  total: number;
};

export const doneOf = ({ files, unread, leftOut }: Month): number => files.length + unread.length + leftOut;

/** The report of a link, and the catalog texts of its rules. */
export type Shared = { readonly report: LinkReport; readonly texts: ReadonlyMap<string, RuleWords> };

/** The state of the page; held in memory only and lost with the tab. */
type Session = {
  language: Language;
  current: ValidationOutcome | null;
  /** The batch: files of an archive, or several files opened together. */
  month: Month | null;
  /** True while files of the batch are being validated. */
  isChecking: boolean;
  /** Filter of the list: all files, those of a tone, or those with a cause. */
  filter: string;
  /** The report of a link; null after a file is opened. */
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
