import type { Layer } from '@e-invoice/validator/issues';
import { makeValidator, type ValidationRequest, whenReady } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { makeReport } from '../../src/modules/evidence/index.ts';
import { describeEngine, openValidator } from '../../src/modules/rules/loader/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { AT } from './make-one.ts';

/** Creates reports with the real validator, including the digests of its rules and engine. */
export async function makeRealReports(): Promise<
  (xml: Uint8Array, filename?: string, layers?: readonly Layer[]) => ReturnType<typeof makeReport>
> {
  const root = findRoot();
  const packs = await loadRulePacks(root);
  const validator = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
  const digestOf = (id: string, version: string): string =>
    packs.find(({ info }) => info.id === id && info.version === version)!.digest;
  const engine = describeEngine(root);
  return (xml, filename = 'invoice.xml', layers = undefined) => {
    const result = validator.validate(xml, { filename, layers, today: '2026-11-21', clock: () => 0 });
    const named = result.ruleset.packs.map(({ id, version }) => ({ id, version, digest: digestOf(id, version) }));
    return makeReport({
      id: 'rep_019aa5b0-0000-7000-8000-000000000000',
      language: 'sk',
      result,
      sizeBytes: xml.length,
      origin: { at: new Date(AT).toISOString(), engine, packs: named },
    });
  };
}

/** Creates the report of one file with a validator that also has the rules for CII. */
export async function makeReportWithCii(xml: Uint8Array, request: Pick<ValidationRequest, 'cii' | 'ruleset'>) {
  const root = findRoot();
  const today = '2026-11-21';
  const { validator } = await openValidator({ root, dataDir: null, maxXmlBytes: 1_000_000, today });
  const result = await whenReady(() =>
    validator.validate(xml, { ...request, filename: 'invoice.xml', today, clock: () => 0 }),
  );
  const packs = [...validator.packs, ...validator.ciiPacks!()];
  const named = result.ruleset.packs.map(({ id, version }) => {
    const { digest } = packs.find(({ info }) => info.id === id && info.version === version)!;
    return { id, version, digest };
  });
  return makeReport({
    id: 'rep_019aa5b0-0000-7000-8000-000000000000',
    language: 'sk',
    result,
    sizeBytes: xml.length,
    origin: { at: new Date(AT).toISOString(), engine: describeEngine(root), packs: named },
  }).report;
}
