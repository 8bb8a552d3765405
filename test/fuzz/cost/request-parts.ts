import { once as fixed, type Pump } from './pump.ts';

/** Node's limit for all headers of a request, minus the space of the fixed ones. */
export const HEADER = 15 * 1024;
export const MEBIBYTE = 1024 * 1024;

/** Building blocks of requests. */
export const PARTS: readonly string[] = [
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

/** Input that repeats a text between two others. */
export const around = (before: string, text: string, after = '', times = 10): Pump =>
  [fixed(before), { text, times }, fixed(after)].filter((part) => part.text !== '');

/** Sends a request with its first line and further headers, and waits until the server has responded and closed. */
export type Send = (line: string, headers: string, body?: string) => Promise<void>;
