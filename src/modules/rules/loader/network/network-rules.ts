import { join } from 'node:path';
import { NamePool } from '@e-invoice/schematron/xml';
import type { Text } from '@e-invoice/validator/issues';
import { type RulePack, validateByPack, whenReady } from '@e-invoice/validator/validation';
import { describeEngine } from '../describe-engine.ts';
import { listFolders } from '../list-folders.ts';
import { deferFolder } from '../load-folder.ts';
import { builtInFolder } from '../pack-folders.ts';
import { NETWORK_RULE_TEXTS } from './texts.ts';

/** Rule packs for network messages other than invoices. */
export type NetworkPackId = 'peppol-mls' | 'peppol-invoice-response' | 'sk-tax-data';

export type NetworkFinding = Text & { readonly id: string; readonly location: string };

/** Validator of network messages other than invoices. */
export type NetworkRules = {
  /**
   * Returns the rules that a document violates, with or without its envelope, in document order and each id once, so
   * the number is bounded by the number of rules. Null when the document is not XML.
   */
  readonly validate: (
    bytes: Uint8Array,
    pack: NetworkPackId,
    today: string,
  ) => Promise<readonly NetworkFinding[] | null>;
};

/**
 * Lists the packs of `schematron/network`. They are compiled and loaded on first use, so that they affect neither the
 * start nor invoice validation.
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

/** Creates the validator of a process or thread; packs are searched on first use. */
export function makeNetworkRules(root: string, today: string): NetworkRules {
  let packs: ReadonlyMap<string, RulePack> | null = null;
  return {
    validate: async (bytes, id, day) => {
      packs ??= new Map(listNetworkPacks(root, today).map(({ pack }) => [pack.info.id, pack]));
      const pack = packs.get(id);
      if (pack === undefined) throw new Error(`Unknown network rules ${id}`);
      const outcome = await whenReady(() => validateByPack(pack, bytes, day));
      if (!outcome.ok) return null;
      const found = new Map<string, NetworkFinding>();
      for (const { rule_id: ruleId, location, message, message_en } of outcome.issues) {
        const texts = NETWORK_RULE_TEXTS.get(ruleId)?.message ?? { sk: message, en: message_en };
        if (!found.has(ruleId)) found.set(ruleId, { id: ruleId, ...texts, location });
      }
      return [...found.values()];
    },
  };
}
