import type { AttachedFile } from '../attached-file.ts';
import type { ChromiumPlace } from '../chromium/ways-to-run.ts';
import type { Language } from '../labels.data.ts';
import type { NotPrintedReason } from './not-printed.ts';

/** What a thread is started with. */
export type PrintSetup = {
  readonly place: ChromiumPlace;
  readonly pages: number;
  /** Of one page, in milliseconds, and of its browser, in bytes. */
  readonly timeLimit: number;
  readonly memoryLimit: number;
};

/** A page to be printed, and what its PDF has beside it. */
export type Sheet = {
  /** The page and the invoice, in UTF-8 and as it was sent. */
  readonly html: Uint8Array;
  readonly xml: Uint8Array;
  /** What is put into the PDF beside the invoice. */
  readonly files: readonly AttachedFile[];
  /** The characters of the page that no font has. */
  readonly unprintable: string;
  /** The net amounts of the lines, a line each. */
  readonly amounts: string;
  readonly currency: string | null;
  readonly language: Language;
  readonly title: string;
  readonly author: string | null;
  /** In milliseconds since the epoch. */
  readonly at: number;
};

/** To a thread. `warm up`: it starts its browser, then says `warm`. `close`: what is printed is waited for, then `closed`. */
export type PrintRequest =
  | { readonly kind: 'print'; readonly number: number; readonly sheet: Sheet }
  | { readonly kind: 'leave'; readonly number: number }
  | { readonly kind: 'warm up' }
  /** Asks for a `sign` at once: a thread that gives none is stuck. */
  | { readonly kind: 'sign' }
  | { readonly kind: 'close' };

/** From a thread, with the number of the sheet. */
export type PrintReply =
  | { readonly kind: 'printed'; readonly number: number; readonly pdf: Uint8Array }
  | {
      readonly kind: 'not printed';
      readonly number: number;
      readonly reason: NotPrintedReason;
      readonly detail: string;
    }
  | { readonly kind: 'fault'; readonly number: number; readonly stack: string }
  /** The process of its browser; null: there is none now. */
  | { readonly kind: 'browser'; readonly pid: number | null }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly about: object; readonly says: string }
  | { readonly kind: 'warm' }
  /** With the id of the thread on Linux. */
  | { readonly kind: 'sign'; readonly thread: number | null }
  | { readonly kind: 'closed' };

export type LogLevel = 'info' | 'warn' | 'error';

/** Where a thread writes what operators should know. */
export type PrintLog = Readonly<Record<LogLevel, (about: object, says: string) => void>>;
