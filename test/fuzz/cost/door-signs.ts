import { type Pump, once as standing } from './pump.ts';

/** What Node takes of all headers of a request, less than the others need. */
export const HEADER = 15 * 1024;
export const MEBIBYTE = 1024 * 1024;

/** What requests are grown from. */
export const SIGNS: readonly string[] = [
  ...' \t,;:/-_+*#%@=?!&|<>()[]{}"\'\\~0aAzŽ',
  '№',
  'a№',
  'a/a,',
  ';q=0.1',
  '%C3%BA',
  '\\u00e1',
  '{}',
  '[]',
  '0,',
  '\r\n',
];

/** A text that repeats something between two others. */
export const around = (before: string, text: string, after = '', times = 10): Pump =>
  [standing(before), { text, times }, standing(after)].filter((part) => part.text !== '');

/** Sends a request by its first line and its further headers, and waits until the server has answered and closed. */
export type Send = (line: string, headers: string, body?: string) => Promise<void>;
