import { load } from '@e-invoice/schematron';
import { NamePool } from '@e-invoice/schematron/xml';
import { type FileResult, inLanguage } from '../issues/index.ts';
import type { Sha256 } from '../sha256.ts';
import {
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
import type { OpenOptions, ValidateOptions } from './options.ts';
import type { Release, RulesModule } from './release.ts';
import { loadCodeLists, loadTables, releases } from './releases.ts';

export type OpenValidator = {
  /**
   * Bytes to result: whatever they are, an invoice with mistakes or no XML at all, the answer is a result.
   *
   * @throws RulesetUnknown, LayerNotInRuleset when what is asked for is not there; TypeError when bytes or options are
   *   none that it takes
   */
  readonly validate: (bytes: Uint8Array, options?: ValidateOptions) => Promise<FileResult>;
  /** What can be asked for as `ruleset`, with versions. */
  readonly rulesets: readonly string[];
};

/** A validator with its rules. Modules of the package are all that it loads. @throws TypeError for other options */
export async function openValidator(options: OpenOptions = {}): Promise<OpenValidator> {
  checkOpening(options);
  const { rules, limits, sha256 } = options;
  const names = new NamePool();
  const packs = (rules?.map(toRelease) ?? releases).map((release) => toPack(release, names, sha256));
  const validator = makeValidator({
    packs,
    structure: loadStructure(await loadTables()),
    codeLists: deferCodeLists(),
    ...(limits && { limits }),
    ...(sha256 && { sha256 }),
  });
  return {
    rulesets: installedRulesets(packs),
    validate: async (bytes, asked = {}) => {
      checkArguments(bytes, asked);
      const { language = 'sk', filename = null, today = dayOf(Date.now()), ...wishes } = asked;
      const request = { ...wishes, filename, today, clock: () => performance.now() };
      return inLanguage(await whenReady(() => validator.validate(bytes, request)), { language });
    },
  };
}

let opened: Promise<OpenValidator> | null = null;

/** Judges with a validator that is opened once, with all that the package brings. Throws as `OpenValidator.validate`. */
export async function validate(bytes: Uint8Array, options: ValidateOptions = {}): Promise<FileResult> {
  opened ??= openValidator().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return (await opened).validate(bytes, options);
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const toRelease = (module: RulesModule): Release => ({ ...module, load: async () => module });

/** Code lists that are loaded when a code is first looked up: only invoices with an unknown code need them. */
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

/** A release as a pack that is loaded when it is first applied. */
function toPack({ manifest, sources, load: loadModule }: Release, names: NamePool, sha256?: Sha256): RulePack {
  let restrictions: string | null = null;
  const pack = deferPack({
    manifest,
    names,
    // The rules of a release are listed in the catalog's texts; to judge, nobody asks for them.
    describe: () => ({ sources, rules: [], cached: true }),
    load: async () => {
      const module = await loadModule();
      restrictions = module.restrictions;
      return load(module, names);
    },
  });
  // The table comes with the module: until that is loaded, whoever asks is told that the pack is not ready.
  const readTable = (): string => {
    void pack.module;
    if (restrictions === null) throw new Error(`${manifest.id}@${manifest.version} comes without its restrictions`);
    return restrictions;
  };
  return makeRulePack(pack, 'restrictions' in manifest ? readTable : null, sha256);
}
