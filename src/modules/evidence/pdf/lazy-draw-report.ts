import type { Sheet } from './sheet.ts';

/**
 * Like `drawReport` of `draw-report.ts`, but loads the PDF libraries with the first report: they take 30 MB, and few
 * processes render reports.
 */
export async function drawReport(sheet: Sheet): Promise<Buffer> {
  const { drawReport: draw } = await import('./draw-report.ts');
  return draw(sheet);
}
