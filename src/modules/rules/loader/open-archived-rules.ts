import { load } from '@e-invoice/schematron';
import { loadExplanations, makeExplainer } from '@e-invoice/schematron/explain';
import { NamePool } from '@e-invoice/schematron/xml';
import { deferPack, makeRulePack, type Pack, type RulePack } from '@e-invoice/validator/validation';
import type { ArchivedPack, ArchivedRules } from './archived-rules.ts';
import { digestOf } from './pack-cache.ts';
import { runCode } from './run-code.ts';
import { sha256 } from './sha256.ts';

/**
 * Opens the releases of an archive. Named ones are prepared at once, others on first use.
 *
 * @param named `id@version`
 * @throws Error when the sources of a release do not match its digest
 */
export async function openArchivedRules(
  { packs }: Pick<ArchivedRules, 'packs'>,
  named: ReadonlySet<string>,
): Promise<RulePack[]> {
  const names = new NamePool();
  return Promise.all(
    packs.map(async (archived) => {
      const { manifest, restrictions } = archived;
      const name = `${manifest.id}@${manifest.version}`;
      if (digestOf(archived.files.map(([, text]) => Buffer.from(text))) !== archived.sources)
        throw new Error(`The sources of ${name} in the archive do not match their recorded digest`);
      const pack = named.has(name) ? await open(archived, names) : defer(archived, names);
      return makeRulePack(pack, restrictions === null ? null : () => restrictions, sha256);
    }),
  );
}

async function open({ manifest, sources, rules, code, explanations }: ArchivedPack, names: NamePool): Promise<Pack> {
  const pack = { ...load(runCode(code, manifest.id), names), manifest, sources, rules, cached: true };
  if (explanations === null) return pack;
  const loaded = loadExplanations(runCode(explanations, `${manifest.id}-explanations`), names);
  return { ...pack, explain: (document, now) => makeExplainer(loaded, document, { now }) };
}

const defer = ({ manifest, sources, rules, code }: ArchivedPack, names: NamePool): Pack =>
  deferPack({
    manifest,
    names,
    describe: () => ({ sources, rules, cached: true }),
    load: async () => load(runCode(code, manifest.id), names),
  });
