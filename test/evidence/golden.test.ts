import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileResult } from '@e-invoice/validator/issues';
import { describe, expect, it, vi } from 'vitest';
import { makeReport, makeReportInTurns } from '../../src/modules/evidence/make-report.ts';
import { readDetails } from '../../src/modules/exchange/invoice-facts/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { ORIGIN } from './make-one.ts';

const folder = join(findRoot(), 'test/golden');
/** `UPDATE_GOLDEN=1 npx vitest run test/evidence/golden.test.ts` overwrites the expected reports; review the diff. */
const update = process.env.UPDATE_GOLDEN === '1';

describe('golden reports generated from the golden results', () => {
  it.each(readdirSync(folder))('%s', async (name) => {
    const validated = JSON.parse(readFileSync(join(folder, name, 'validation.json'), 'utf8')) as FileResult;
    const invoice = readFileSync(join(folder, name, 'invoice.xml'));
    const [result, sizeBytes] = [{ ...validated, details: readDetails(invoice) }, invoice.length];
    const packs = result.ruleset.packs.map((pack) => ({ ...pack, digest: 'a'.repeat(64) }));
    const parts = { id: 'rep_golden', language: 'sk', result, sizeBytes, origin: { ...ORIGIN, packs } } as const;
    const made = makeReport(parts);
    const { report, texts } = made;
    const nextTurn = vi.fn(() => Promise.resolve());
    expect(await makeReportInTurns(parts, nextTurn)).toEqual(made);
    expect(nextTurn).toHaveBeenCalledTimes(4);
    for (const [file, text] of [
      ['report.html', texts['report.html']!],
      ['report.md', report.report_markdown],
      ['developer-summary.md', report.developer_summary],
    ] as const) {
      const path = join(folder, name, file);
      if (update) writeFileSync(path, text);
      expect(text).toBe(readFileSync(path, 'utf8'));
    }
    expect(report.developer_summary.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });
});
