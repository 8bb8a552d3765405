import type { Sheet } from './sheet.ts';

/**
 * As `drawReport` of `draw-report.ts`. Its libraries are loaded with the first report: most processes draw none, and would
 * hold 30 MB for it.
 */
export async function drawReport(sheet: Sheet): Promise<Buffer> {
  const { drawReport: draw } = await import('./draw-report.ts');
  return draw(sheet);
}
