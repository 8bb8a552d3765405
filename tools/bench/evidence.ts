import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeArchive } from '../../src/modules/evidence/index.ts';
import { makeReport } from '../../src/modules/evidence/make-report.ts';
import { signBytes, signReport } from '../../src/modules/evidence/signature.ts';
import { toLocalSealer } from '../../src/modules/evidence/signers/sealer.ts';
import { makeBenchValidator, validateOnce } from './all-layers.ts';
import { medianOf } from './measure.ts';

/** Cost of evidence for an invoice, in addition to its validation; times in milliseconds. */
type EvidenceCost = {
  readonly issues: number;
  readonly validate: number;
  /** The report, its texts, its signature, and the response as JSON text. */
  readonly json: number;
  /** The same as a ZIP archive. */
  readonly zip: number;
};

/** The same number of runs is executed before, uncounted, as a warm-up. */
const RUNS = 300;

/** Measures everything from a result to the bytes of the response, for an invoice with findings. */
export async function measureEvidence(root: string, runs: number = RUNS): Promise<EvidenceCost> {
  const invoice = readFileSync(join(root, 'schematron/canaries/peppol-bis-3.bad.xml'));
  const validator = await makeBenchValidator(root);
  const { privateKey } = generateKeyPairSync('ed25519');
  const result = validateOnce(validator, invoice);
  const origin = {
    at: '2026-11-21T12:00:00.000Z',
    engine: { version: '0', digest: '0'.repeat(64) },
    packs: result.ruleset.packs.map((pack) => ({ ...pack, digest: '0'.repeat(64) })),
  };
  const parts = { id: 'rep_0', language: 'sk', result, sizeBytes: invoice.length, origin } as const;
  const sealer = toLocalSealer({ kid: 'bench', privateKey });
  const sign = async () => {
    const { report, texts } = makeReport(parts);
    return { report: await signReport(report, sealer), texts };
  };
  const signSums = (sums: Uint8Array) => signBytes(sums, 'sums+jws', sealer);
  const works = {
    validate: () => validateOnce(validator, invoice),
    json: async () => Buffer.from(JSON.stringify((await sign()).report)),
    zip: async () => writeArchive(await sign(), { invoice: null, extras: new Map(), signSums }),
  };
  const times: Record<keyof typeof works, number[]> = { validate: [], json: [], zip: [] };
  for (let run = -runs; run < runs; run++) {
    for (const [name, work] of Object.entries(works) as [keyof typeof works, () => unknown][]) {
      const start = performance.now();
      await work();
      if (run >= 0) times[name].push(performance.now() - start);
    }
  }
  return {
    issues: result.issues.length,
    validate: medianOf(times.validate),
    json: medianOf(times.json),
    zip: medianOf(times.zip),
  };
}
