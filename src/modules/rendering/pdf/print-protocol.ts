import type { AttachedFile } from '../attached-file.ts';
import type { ChromiumPlace } from '../chromium/ways-to-run.ts';
import type { Language } from '../labels.data.ts';
import type { NotPrintedReason } from './not-printed.ts';

export type PrintSetup = {
  readonly place: ChromiumPlace;
  readonly pages: number;
  /** Time limit of one page in milliseconds, and memory limit of its browser in bytes. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
};

/** A page to print, and the files to embed into its PDF. */
export type Sheet = {
  /** The page in UTF-8, and the invoice as it was sent. */
  readonly html: Uint8Array;
  readonly xml: Uint8Array;
  /** Files to embed in addition to the invoice. */
  readonly files: readonly AttachedFile[];
  /** Characters of the page that no font contains. */
  readonly unprintable: string;
  /** Net amounts of the lines, one per line. */
  readonly amounts: string;
  readonly currency: string | null;
  readonly language: Language;
  readonly title: string;
  readonly author: string | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
};

/**
 * Messages to a thread. `warm up`: start the browser, then reply `warm`. `close`: wait for sheets in progress, then
 * reply `closed`.
 */
export type PrintRequest =
  | { readonly kind: 'print'; readonly number: number; readonly sheet: Sheet }
  | { readonly kind: 'leave'; readonly number: number }
  | { readonly kind: 'warm up' }
  /** Health check: requires an immediate `sign` in response; a thread that sends no response is stuck. */
  | { readonly kind: 'sign' }
  | { readonly kind: 'close' };

/** Messages from a thread, with the number of the sheet. */
export type PrintReply =
  | { readonly kind: 'printed'; readonly number: number; readonly pdf: Uint8Array }
  | {
      readonly kind: 'not printed';
      readonly number: number;
      readonly reason: NotPrintedReason;
      readonly detail: string;
    }
  | { readonly kind: 'fault'; readonly number: number; readonly stack: string }
  | { readonly kind: 'browser'; readonly pid: number | null }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly about: object; readonly message: string }
  | { readonly kind: 'warm' }
  | { readonly kind: 'sign'; readonly thread: number | null }
  | { readonly kind: 'closed' };

export type LogLevel = 'info' | 'warn' | 'error';

/** Log messages of a thread for operators. */
export type PrintLog = Readonly<Record<LogLevel, (about: object, says: string) => void>>;
