import { join } from 'node:path';
import { NamePool } from '@e-invoice/schematron/xml';
import type { Text } from '@e-invoice/validator/issues';
import { type RulePack, validateByPack, whenReady } from '@e-invoice/validator/validation';
import { describeEngine } from '../describe-engine.ts';
import { listFolders } from '../list-folders.ts';
import { deferFolder } from '../load-folder.ts';
import { builtInFolder } from '../pack-folders.ts';
import { NETWORK_SAID } from './texts.ts';

/** What goes through the network beside invoices, by the pack that has its rules. */
export type NetworkPackId = 'peppol-mls' | 'peppol-invoice-response' | 'sk-tax-data';

/** A rule that is broken, and where. */
export type NetworkFinding = Text & { readonly id: string; readonly location: string };

/** Judges what goes through the network beside invoices. */
export type NetworkRules = {
  /**
   * The rules of a pack that a document breaks, alone or in its envelope, in document order, each id once: no more than
   * the rules there are. Null when it is no XML.
   */
  readonly validate: (
    bytes: Uint8Array,
    pack: NetworkPackId,
    today: string,
  ) => Promise<readonly NetworkFinding[] | null>;
};

/**
 * The packs of `schematron/network`: none is compiled or loaded before it is applied, so that a start and the rules of
 * invoices are without them.
 *
 * @param today `YYYY-MM-DD`, for their canaries
 */
export function listNetworkPacks(root: string, today: string): { readonly pack: RulePack; readonly folder: string }[] {
  const { folder, cacheDir } = builtInFolder({ root });
  const engine = describeEngine(root).digest;
  return listFolders(join(folder, 'network')).map(({ folder: at }) => {
    const options = { cacheDir, engine, names: new NamePool() };
    return { pack: deferFolder(at, options, today), folder: at };
  });
}

/** Makes the judge of a process or thread; the packs are looked for when something is first judged. */
export function makeNetworkRules(root: string, today: string): NetworkRules {
  let packs: ReadonlyMap<string, RulePack> | null = null;
  return {
    validate: async (bytes, id, day) => {
      packs ??= new Map(listNetworkPacks(root, today).map(({ pack }) => [pack.info.id, pack]));
      const pack = packs.get(id);
      if (pack === undefined) throw new Error(`There are no rules ${id}`);
      const judged = await whenReady(() => validateByPack(pack, bytes, day));
      if (!judged.ok) return null;
      const found = new Map<string, NetworkFinding>();
      for (const { rule_id: ruleId, location, message, message_en } of judged.issues) {
        const said = NETWORK_SAID.get(ruleId)?.message ?? { sk: message, en: message_en };
        if (!found.has(ruleId)) found.set(ruleId, { id: ruleId, ...said, location });
      }
      return [...found.values()];
    },
  };
}
