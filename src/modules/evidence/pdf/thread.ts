/** A thread that draws reports, one after another. */
import { serveRequests } from '../../../platform/threads/index.ts';
import { drawReport } from './draw-report.ts';
import type { Sheet } from './sheet.ts';

serveRequests<Sheet, Uint8Array>(
  // Its own memory, to be handed over: a small file is else a part of memory that others use.
  async (sheet) => new Uint8Array(await drawReport(sheet)),
  (pdf) => [pdf.buffer as ArrayBuffer],
);
