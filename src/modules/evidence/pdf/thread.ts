/** Worker thread that renders reports one at a time. */
import { serveRequests } from '../../../platform/threads/index.ts';
import { drawReport } from './draw-report.ts';
import type { Sheet } from './sheet.ts';

serveRequests<Sheet, Uint8Array>(
  // Copy into a separate buffer so that it can be transferred: small Buffers share a pooled ArrayBuffer.
  async (sheet) => new Uint8Array(await drawReport(sheet)),
  (pdf) => [pdf.buffer as ArrayBuffer],
);
