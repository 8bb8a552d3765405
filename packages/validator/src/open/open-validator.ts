import { load } from '@e-invoice/schematron';
import { NamePool } from '@e-invoice/schematron/xml';
import { type FileResult, inLanguage } from '../issues/index.ts';
import type { Sha256 } from '../sha256.ts';
import {
  CII_RULESETS,
  type CiiParts,
  type CodeLists,
  deferPack,
  installedRulesets,
  loadStructure,
  makeRulePack,
  makeValidator,
  PackNotReady,
  type RulePack,
  unpackCodes,
  whenReady,
} from '../validation/index.ts';
import { checkArguments, checkOpening } from './check-arguments.ts';
import { releases as ciiReleases } from './cii-releases.ts';
import type { OpenOptions, ValidateOptions } from './options.ts';
import type { Release, RulesModule } from './release.ts';
import { loadCodeLists, loadTables, releases } from './releases.ts';

export type OpenValidator = {
  /**
   * Validates a file. Any content returns a result, even if it is not XML.
   *
   * @throws RulesetUnknown, LayerNotInRuleset if the requested rules do not exist
   * @throws TypeError for invalid arguments
   */
  readonly validate: (bytes: Uint8Array, options?: ValidateOptions) => Promise<FileResult>;
  /** Valid values of the `ruleset` option, with versions. */
  readonly rulesets: readonly string[];
};

/** Creates a validator. It loads only modules of the package. @throws TypeError for invalid options */
export async function openValidator(options: OpenOptions = {}): Promise<OpenValidator> {
  checkOpening(options);
  const { rules, limits, sha256 } = options;
  const names = new NamePool();
  const toPacks = (list: readonly Release[]): RulePack[] => list.map((release) => toPack(release, names, sha256));
  const passed = rules?.map(toRelease);
  const packs = toPacks(passed?.filter((release) => !isForCii(release)) ?? releases);
  const ciiPacks = toPacks(passed?.filter(isForCii) ?? ciiReleases);
  const validator = makeValidator({
    packs,
    structure: loadStructure(await loadTables(), names),
    ...(ciiPacks.length > 0 && { cii: deferCii(ciiPacks, names) }),
    codeLists: deferCodeLists(),
    ...(limits && { limits }),
    ...(sha256 && { sha256 }),
  });
  return {
    rulesets: [...installedRulesets(packs), ...installedRulesets(ciiPacks, CII_RULESETS)],
    validate: async (bytes, options = {}) => {
      checkArguments(bytes, options);
      const { language = 'sk', filename = null, today = dayOf(Date.now()), cii = 'validate', ...rest } = options;
      const request = { ...rest, cii, filename, today, clock: () => performance.now() };
      return inLanguage(await whenReady(() => validator.validate(bytes, request)), { language });
    },
  };
}

let opened: Promise<OpenValidator> | null = null;

/**
 * Validates with a shared validator that has all rules of the package and is created once. Throws like
 * `OpenValidator.validate`.
 */
export async function validate(bytes: Uint8Array, options: ValidateOptions = {}): Promise<FileResult> {
  opened ??= openValidator().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return (await opened).validate(bytes, options);
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const toRelease = (module: RulesModule): Release => ({ ...module, load: async () => module });

const isForCii = ({ manifest }: Release): boolean => manifest.syntax === 'cii';

/** Structure and semantic model of CII, loaded with the first such invoice; others do not need them. */
function deferCii(packs: readonly RulePack[], names: NamePool): () => CiiParts {
  let parts: CiiParts | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = async (): Promise<void> => {
    try {
      const { loadCii } = await import('./load-cii.ts');
      parts = { packs, ...(await loadCii(names)) };
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return () => {
    if (parts === null) throw new PackNotReady('CII', () => (loading ??= loadOnce()));
    return parts;
  };
}

/** Code lists loaded on the first lookup of a code; only invoices with an unknown code need them. */
function deferCodeLists(): CodeLists {
  let lists: ReadonlyMap<string, readonly string[]> | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = async (): Promise<void> => {
    try {
      const { codeLists } = await loadCodeLists();
      lists = new Map(codeLists.map(([name, codes]) => [name, unpackCodes(codes)]));
    } catch (error) {
      loading = null;
      throw error;
    }
  };
  return {
    get: (name) => {
      if (lists === null) throw new PackNotReady('code lists', () => (loading ??= loadOnce()));
      return lists.get(name);
    },
  };
}

/** Wraps a release as a pack that is loaded when first applied. */
function toPack({ manifest, sources, load: loadModule }: Release, names: NamePool, sha256?: Sha256): RulePack {
  let restrictions: string | null = null;
  const pack = deferPack({
    manifest,
    names,
    // Rules are listed in the catalog's texts; validation does not need the list.
    describe: () => ({ sources, rules: [], cached: true }),
    load: async () => {
      const module = await loadModule();
      restrictions = module.restrictions;
      return load(module, names);
    },
  });
  // The table is part of the module. Until the module is loaded, access throws `PackNotReady`.
  const readTable = (): string => {
    void pack.module;
    if (restrictions === null) throw new Error(`${manifest.id}@${manifest.version} comes without its restrictions`);
    return restrictions;
  };
  return makeRulePack(pack, 'restrictions' in manifest ? readTable : null, sha256);
}
