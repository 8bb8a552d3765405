/**
 * A program of its own: unpacks the packaged Chromium below the folder that its one argument names. It loads nothing but
 * that, for it runs beside a start.
 */
import { unpackFor } from './ways-to-run.ts';

const [, , cache] = process.argv;
if (cache === undefined) throw new Error('usage: unpack-program <folder>');
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
await unpackFor({ path: null, cache }, ending.signal);
