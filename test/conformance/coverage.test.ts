import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Coverage } from '@e-invoice/validator/issues';
import { makeValidator } from '@e-invoice/validator/validation';
import { describe, expect, it } from 'vitest';
import { loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import { EXPECTED } from '../validation/specifications/expected.data.ts';

const CORPUS = join(process.env.CONFORMANCE_DIR ?? join(findRoot(), '../shared/conformance'), 'corpus');
const known = new Map(EXPECTED.map(([identifier, coverage]) => [identifier, coverage]));

/** BT-24 of a document by a simple independent search: among the first children of the document element. */
function claimIn(xml: string): string | null {
  const bare = xml
    .replaceAll(/<!--.*?-->|<\?.*?\?>/gs, '')
    .replaceAll(/<([\w-]+:)?(UBLExtensions|UBLVersionID)\b.*?<\/\1\2>/gs, '');
  const [, claim] = /^[^<]*<[^>]+>\s*<(?:[\w-]+:)?CustomizationID\b[^>]*>([^<]*)</.exec(bare) ?? [];
  return claim?.trim().replaceAll(/\s+/g, ' ') || null;
}

/** By the table of identifiers; for unknown ones, whether they are based on EN 16931. */
function coverageOf(claim: string | null): Coverage {
  if (claim === null) return 'full';
  return known.get(claim) ?? (claim.startsWith('urn:cen.eu:en16931:2017#') ? 'base' : 'none');
}

describe.skipIf(!existsSync(CORPUS))('coverage in the public suites', () => {
  it('matches the claimed specification for each claim of each suite', async () => {
    const validator = makeValidator({
      packs: await loadRulePacks(findRoot()),
      structure: loadUblStructure(findRoot()),
    });
    const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.xml'));
    const firsts = new Map<string, { readonly file: string; readonly claim: string | null }>();
    for (const file of files) {
      const claim = claimIn(readFileSync(join(CORPUS, file), 'utf8'));
      const key = `${dirname(file)} ${claim}`;
      if (!firsts.has(key)) firsts.set(key, { file, claim });
    }
    const wrong = [...firsts.values()].flatMap(({ file, claim }) => {
      const request = { filename: file, today: '2026-11-22', clock: () => 0 };
      const { ruleset, document_type } = validator.validate(readFileSync(join(CORPUS, file)), request);
      if (document_type === 'unknown' || ruleset.coverage === coverageOf(claim)) return [];
      return [`${file}: ${claim} is ${ruleset.coverage}, not ${coverageOf(claim)}`];
    });
    expect(wrong).toEqual([]);
    expect(firsts.size).toBeGreaterThan(100);
  });
});
