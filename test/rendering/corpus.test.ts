/**
 * Renders every valid document of the conformance data, if available (`CONFORMANCE_DIR`), and checks that nothing is
 * lost.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { invoice as fields } from '../../packages/validator/src/invoice/model/invoice.ts';
import { renderInvoice } from '../../src/modules/rendering/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { sampleOf } from '../support/cases.ts';
import { textOf } from './text-of.ts';
import { FORMATTED_DIFFERENTLY, plain, shownOf, textsOf } from './texts-of.ts';

const data = process.env.CONFORMANCE_DIR ?? join(findRoot(), '../shared/conformance');
const golden = join(data, 'golden.jsonl');

type Golden = { file: string; en16931: Record<string, number> | null; flags: Record<string, string> };

const valid = existsSync(golden)
  ? readFileSync(golden, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Golden)
      .filter(({ en16931, flags }) => en16931 !== null && Object.keys(en16931).every((id) => flags[id] !== 'fatal'))
  : [];

describe.skipIf(valid.length === 0)('conformance data', () => {
  it('the page contains every business term of every valid document', () => {
    const lost: string[] = [];
    for (const { file } of sampleOf(valid, 8)) {
      const { html, read } = renderInvoice(readFileSync(join(data, 'corpus', file)), { language: 'sk', issues: null });
      const page = plain(textOf(html));
      for (const [term, text] of textsOf(read.invoice, fields)) {
        if (!FORMATTED_DIFFERENTLY.has(term) && !page.includes(plain(text)) && !page.includes(shownOf(text)))
          lost.push(`${file} ${term} ${text}`);
      }
    }
    expect(valid.length).toBeGreaterThan(500);
    expect(lost).toEqual([]);
  });
});
