import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { startBuilt } from './cold-start.ts';
import { makeInvoice } from './invoices.ts';
import { medianOf } from './measure.ts';

/** Cost of rendering an invoice; times in milliseconds. */
type RenderCost = {
  readonly bytes: number;
  /** HTML page, in this process. */
  readonly html: number;
  /** PDF over HTTP, sequentially, with a warm browser. Null: the service is not built, or there is no browser. */
  readonly pdf: {
    readonly p50: number;
    readonly p95: number;
    /** With four concurrent callers. */
    readonly perSecond: number;
    /** For an invoice with a thousand lines. */
    readonly long: number;
  } | null;
};

const SMALL = 4;
const LONG = 1_000;
const HTML_RUNS = 200;
const PDF_RUNS = 60;
const CALLERS = 4;

/** Measures the page in this process, and with a built service the PDF over HTTP. */
export async function measureRender(root: string, built: boolean): Promise<RenderCost> {
  const small = makeInvoice(SMALL);
  const times: number[] = [];
  for (let run = -HTML_RUNS; run < HTML_RUNS; run++) {
    const start = performance.now();
    renderInvoice(small, { language: 'sk', issues: null });
    if (run >= 0) times.push(performance.now() - start);
  }
  const html = medianOf(times);
  return { bytes: small.length, html, pdf: built ? await measurePdf(root, small) : null };
}

async function measurePdf(root: string, small: Uint8Array): Promise<RenderCost['pdf']> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  const service = await startBuilt(root, dataDir);
  const print = async (body: Uint8Array): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${service.url}/api/invoice-render?format=pdf`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'X-API-Key': 'bench' },
      body: body as never,
    });
    const answer = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`no PDF but ${response.status}: ${answer.toString('utf8', 0, 500)}`);
    return performance.now() - start;
  };
  try {
    const warm = await fetch(`${service.url}/api/invoice-render?format=pdf`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/xml', 'X-API-Key': 'bench' },
      body: small as never,
    });
    await warm.arrayBuffer();
    if (warm.status === 503) return null;
    for (let run = 0; run < 5; run++) await print(small);
    const times: number[] = [];
    for (let run = 0; run < PDF_RUNS; run++) times.push(await print(small));
    times.sort((a, b) => a - b);
    const start = performance.now();
    const callers = Array.from({ length: CALLERS }, async () => {
      for (let run = 0; run < PDF_RUNS / CALLERS; run++) await print(small);
    });
    await Promise.all(callers);
    const perSecond = (PDF_RUNS / (performance.now() - start)) * 1000;
    const long = makeInvoice(LONG);
    const longs = [await print(long), await print(long), await print(long)];
    return { p50: medianOf(times), p95: times[Math.floor(times.length * 0.95)]!, perSecond, long: medianOf(longs) };
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
