import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SchemaRefused } from '@e-invoice/schematron/source';
import type { Layer } from '@e-invoice/validator/issues';
import { type Canaries, documentsOf, type RulePack } from '@e-invoice/validator/validation';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { collectRelease, type Release } from './collect-release.ts';
import { describeEngine } from './describe-engine.ts';
import { findSchema } from './find-schema.ts';
import { listFolders, type PackFolder } from './list-folders.ts';
import { loadFolder, readCanaries } from './load-folder.ts';
import type { LoadedPack } from './load-packs.ts';
import { loadCiiStructure, loadUblStructure } from './load-tables.ts';
import { openSources } from './open-sources.ts';
import { type PackFile, writePackFiles } from './pack-files.ts';
import { builtInFolder, installedFolder, PACK_NAME, type PackRoots, type PackFolder as Shelf } from './pack-folders.ts';
import { PackRefused } from './pack-refused.ts';

export type InstallRequest = {
  /** Path of a ZIP archive or a folder. */
  readonly source: string;
  readonly id: string;
  readonly version: string;
  /** `YYYY-MM-DD`; null when unknown. */
  readonly published: string | null;
  /** `YYYY-MM-DD`, both inclusive. */
  readonly mandatoryFrom: string;
  readonly inForceTo: string | null;
  /** Null uses the layer of the built-in pack with that id, or `NATIONAL`. */
  readonly layer: Layer | null;
  /** Packs that a pack with its own id is applied together with: `id`, or `id@version` for exactly that release. */
  readonly on: readonly string[];
  /** Whether the release has its own form of the rules of EN 16931, under other ids. */
  readonly selfContained?: boolean;
  /** Values of BT-24 of the documents that the pack applies to; `*` matches any characters. */
  readonly forCustomization: readonly string[];
  readonly title: string | null;
  /** Path of the schema in the release; null for the only one. */
  readonly schema: string | null;
  /** Canary documents; null uses those of the built-in pack with that id. */
  readonly good: string | null;
  readonly bad: string | null;
};

/**
 * Installs a rule release: compiles every rule, verifies the pack with its canaries, and only then moves it into the
 * operator's folder. Leaves no files behind on failure.
 *
 * @param today `YYYY-MM-DD`, for rules that read the current date
 * @throws PackRefused with the reason; for a rule that does not compile, with its location and id
 */
export async function installPack(
  { root, dataDir }: PackRoots & { readonly dataDir: string },
  request: InstallRequest,
  today: string,
): Promise<LoadedPack> {
  const { id, version } = request;
  const shelf = installedFolder(dataDir);
  const target = join(shelf.folder, id, version);
  return withDraft({ root, shelf }, request, today, (pack, draft) => {
    mkdirSync(dirname(target), { recursive: true });
    renameSync(draft, target);
    return { pack, origin: 'installed', folder: target, deferred: false };
  });
}

/**
 * Runs `work` on a compiled and verified release in a temporary folder, which is deleted afterwards.
 *
 * @param shelf folder in which the temporary folder is created; a release that exists there is rejected
 * @throws PackRefused as `installPack`
 */
export async function withDraft<T>(
  { root, shelf }: { readonly root: string; readonly shelf: Shelf },
  request: InstallRequest,
  today: string,
  work: (pack: RulePack, draft: string) => T | Promise<T>,
): Promise<T> {
  checkRequest(request);
  const { id, version } = request;
  const known = listFolders(builtInFolder({ root }).folder, 'any').filter((pack) => pack.id === id);
  if (known.length > 0 && request.forCustomization.length > 0) {
    throw new PackRefused(
      `${id} is a bundled pack with its own documents; use --for-customization only with other packs`,
    );
  }
  if (known.some((pack) => pack.version === version)) throw new PackRefused(`${id}@${version} is a bundled release`);
  const like = known.map(readKnown).sort(byDay).at(-1);
  if (existsSync(join(shelf.folder, id, version)))
    throw new PackRefused(`${id}@${version} is already installed; remove it first`);

  const sources = await openSources(request.source);
  const release = await compile(() => collectRelease(sources, findSchema(sources, request.schema)));
  const canaries = chooseCanaries(request, like);
  const draft = join(shelf.folder, `.new-${randomUUID()}`);
  try {
    writePackFiles(draft, filesOf(release, canaries, toManifest(request, release, like)));
    const { folder: _, ...cache } = shelf;
    const options = { ...cache, engine: describeEngine(root).digest, explains: true };
    const pack = await loadFolder(draft, options, today);
    if (pack.info.syntax !== 'ubl' || !isForCii(root, pack)) return await work(pack, draft);
    writePackFiles(draft, [manifestFile({ ...toManifest(request, release, like), syntax: 'cii' })]);
    return await work(await loadFolder(draft, options, today), draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function checkRequest({ id, version, published, mandatoryFrom, inForceTo, good, bad, ...rest }: InstallRequest): void {
  for (const [name, value] of Object.entries({ id, version })) {
    if (!PACK_NAME.test(value))
      throw new PackRefused(`Invalid ${name} "${value}": only letters, digits and . _ + - are allowed`);
  }
  for (const name of rest.on) {
    const [pack = '', release, ...more] = name.split('@');
    if (more.length === 0 && [pack, release ?? pack].every((part) => PACK_NAME.test(part))) continue;
    throw new PackRefused(`Invalid --on "${name}": expected <id> or <id>@<version>`);
  }
  for (const pattern of rest.forCustomization) {
    if (/^[^\s*]\S{0,499}$/.test(pattern)) continue;
    throw new PackRefused(`Invalid CustomizationID "${pattern}": it must not contain white space or start with *`);
  }
  for (const day of [published, mandatoryFrom, inForceTo]) {
    if (day === null) continue;
    const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN;
    if (Number.isNaN(time) || toUtcDay(time) !== day) {
      throw new PackRefused(`Invalid date "${day}": expected YYYY-MM-DD`);
    }
  }
  for (const [earlier, later] of [
    [published, mandatoryFrom],
    [mandatoryFrom, inForceTo],
  ] as const) {
    if (earlier !== null && later !== null && later < earlier) throw new PackRefused(`${later} is before ${earlier}`);
  }
  if ((good === null) !== (bad === null)) throw new PackRefused('Both canaries are required: --good and --bad');
}

/** A built-in pack of the same id, whose metadata also applies to its other releases. */
type Known = { readonly folder: string; readonly manifest: Readonly<Record<string, unknown>> };

const readKnown = ({ folder }: PackFolder): Known => ({
  folder,
  manifest: JSON.parse(readFileSync(join(folder, 'pack.json'), 'utf8')) as Known['manifest'],
});

const byDay = (a: Known, b: Known): number =>
  String(a.manifest.mandatory_from).localeCompare(String(b.manifest.mandatory_from));

async function compile(work: () => Promise<Release>): Promise<Release> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SchemaRefused)) throw error;
    throw new PackRefused(`The release does not compile: ${error.message}`, { cause: error });
  }
}

function chooseCanaries({ id, good, bad }: InstallRequest, like: Known | undefined): Canaries {
  if (good !== null && bad !== null) {
    return { good: readCanary(good), bad: readCanary(bad) };
  }
  if (like === undefined) throw new PackRefused(`No bundled canaries for ${id}; provide them with --good and --bad`);
  return readCanaries(like.folder, like.manifest.canaries);
}

function readCanary(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new PackRefused(`The canary ${file} cannot be read`, { cause: error });
  }
}

/** Whether the rules can match invoices in CII and none in UBL. */
const isForCii = (root: string, pack: RulePack): boolean =>
  documentsOf(pack, loadUblStructure(root)).length === 0 && documentsOf(pack, loadCiiStructure(root)).length > 0;

function toManifest(request: InstallRequest, { schema }: Release, known: Known | undefined): object {
  const { id, version, published, mandatoryFrom, inForceTo, layer, on } = request;
  const title = request.title ?? `${id} ${version}`;
  const like = known?.manifest;
  return {
    id,
    version,
    title: request.title === null && like !== undefined ? like.title : { sk: title, en: title },
    conforms_to: `${title}, installed from ${basename(request.source)}`,
    published,
    mandatory_from: mandatoryFrom,
    in_force_to: inForceTo,
    layer: layer ?? like?.layer ?? 'NATIONAL',
    layers: layer === null ? (like?.layers ?? {}) : {},
    on,
    ...(request.selfContained === true && { self_contained: true }),
    ...(like?.syntax !== undefined && { syntax: like.syntax }),
    for_customization: request.forCustomization,
    schema,
    canaries: { good: 'canaries/good.xml', bad: 'canaries/bad.xml' },
  };
}

const filesOf = ({ files }: Release, { good, bad }: Canaries, manifest: object): PackFile[] => [
  ...Array.from(files, ([path, content]) => ({ path, content })),
  { path: 'canaries/good.xml', content: good },
  { path: 'canaries/bad.xml', content: bad },
  manifestFile(manifest),
];

const manifestFile = (manifest: object): PackFile => ({
  path: 'pack.json',
  content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
});
