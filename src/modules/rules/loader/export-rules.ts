import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quote, toLiteral } from '@e-invoice/schematron/javascript';
import { type CatalogEntry, makeCatalog } from '@e-invoice/validator/catalog';
import type { Language, Text } from '@e-invoice/validator/issues';
import {
  CII_VOCABULARY,
  codeRules,
  listRules,
  type PackManifest,
  packCodes,
  type RulePack,
  shortenStructure,
  whenReady,
} from '@e-invoice/validator/validation';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { describeEngine } from './describe-engine.ts';
import { listCiiPacks } from './list-cii-packs.ts';
import { listFolders } from './list-folders.ts';
import { compilePack } from './load-pack.ts';
import { loadRulePacks } from './load-rule-packs.ts';
import { loadCodeLists, readCiiTables, readUblTables } from './load-tables.ts';
import { builtInFolder } from './pack-folders.ts';
import { readRestrictionTable } from './read-restriction-table.ts';
import { sha256 } from './sha256.ts';

/**
 * Writes the built-in releases as ES modules for `packages/validator`: one module per release, `releases.js` with
 * the metadata of those for UBL and `cii-releases.js` of those for Cross Industry Invoices, `tables.js` and
 * `cii-tables.js` (structure), `code-lists.js` (code lists used for suggestions), and the catalog's texts by language. Each pack is first
 * verified with its canary documents.
 *
 * @returns names of the releases
 * @throws PackRefused when a release does not compile or fails its canaries
 */
export async function exportRules(root: string, folder: string): Promise<readonly string[]> {
  const packs = await loadRulePacks(root);
  const shelf = builtInFolder({ root });
  const engine = describeEngine(root).digest;
  for (const part of ['rules', 'texts']) mkdirSync(join(folder, part), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const exportTo = async (place: string): Promise<ExportedRelease> => {
    const { manifest, compiled } = await compilePack(place, { cacheDir: shelf.cacheDir, engine });
    const { restrictions } = manifest;
    const table = typeof restrictions === 'string' ? readRestrictionTable(join(place, restrictions)) : null;
    const name = `${manifest.id}@${manifest.version}`;
    const release = { manifest, sources: compiled.sources };
    write(`rules/${name}.js`, `${compiled.code}\n${constants({ ...release, restrictions: table })}`);
    return { name, ...release };
  };
  const releases: ExportedRelease[] = [];
  for (const place of listFolders(shelf.folder)) releases.push(await exportTo(place.folder));
  const ciiReleases: ExportedRelease[] = [];
  const ciiPacks: RulePack[] = [];
  for (const { pack, folder: place } of listCiiPacks(root, toUtcDay(Date.now()))) {
    await whenReady(() => pack.pack.module);
    ciiReleases.push(await exportTo(place));
    ciiPacks.push(pack);
  }
  const tables =
    "export const loadTables = () => import('./tables.js');\n" +
    "export const loadCodeLists = () => import('./code-lists.js');\n";
  write('rules/releases.js', `${listReleases(releases)}${tables}`);
  // A module of its own, so that bundles for UBL do not contain these releases.
  const loadCii = "export const loadTables = () => import('./cii-tables.js');\n";
  write('rules/cii-releases.js', `${listReleases(ciiReleases)}${loadCii}`);
  const cii = readCiiTables(root);
  write('rules/cii-tables.js', constants({ ...cii, structure: shortenStructure(cii.structure, CII_VOCABULARY) }));
  const { structure, datatypes } = readUblTables(root);
  write('rules/tables.js', constants({ structure: shortenStructure(structure), datatypes }));
  const suggested = new Set([...codeRules.values()].map(({ list }) => list));
  const codeLists = [...loadCodeLists(root)].filter(([name]) => suggested.has(name));
  write('rules/code-lists.js', constants({ codeLists: codeLists.map(([name, codes]) => [name, packCodes(codes)]) }));
  const { entries } = makeCatalog(listRules([...packs, ...ciiPacks]), sha256);
  for (const language of ['sk', 'en'] as const)
    write(`texts/${language}.js`, constants({ rules: entries.map((entry) => inOne(entry, language)) }));
  return [...releases, ...ciiReleases].map(({ name }) => name);
}

type ExportedRelease = { readonly name: string; readonly manifest: PackManifest; readonly sources: string };

function listReleases(releases: readonly ExportedRelease[]): string {
  const rows = releases.map(
    ({ name, ...release }) => `{ ...${toLiteral(release)}, load: () => import(${quote(`./${name}.js`)}) },\n`,
  );
  return `export const releases = [\n${rows.join('')}];\n`;
}

const constants = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${toLiteral(value)};\n`)
    .join('');

function inOne(entry: CatalogEntry, language: Language) {
  const of = (text: Text): string => text[language];
  const { rule_id, layer, level, xpath, xpath_cii, business_terms, example } = entry;
  const { title, message, explanation, cause, fix } = entry;
  return {
    ...{ rule_id, layer, level, title: of(title), message: of(message), explanation: of(explanation) },
    ...{ cause: of(cause), fix: of(fix), xpath, xpath_cii, business_terms, example },
  };
}
