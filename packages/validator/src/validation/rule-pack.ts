import { type JsonValue, toCanonicalJson } from '../canonical-json.ts';
import { LAYERS, type Layer, type Text } from '../issues/index.ts';
import { type Sha256, sha256 } from '../sha256.ts';
import {
  makeRestrictionTable,
  type Restriction,
  type RestrictionTable,
  readRestrictions,
} from './layers/restrictions/index.ts';
import type { Pack, PackManifest } from './pack.ts';
import { PackNotReady } from './pack-not-ready.ts';

export type Syntax = 'ubl' | 'cii';

/** Fields of `pack.json` that validation uses in addition to those of the engine. */
export type PackInfo = {
  readonly id: string;
  readonly version: string;
  readonly title: Text;
  /** The published release whose results the pack reproduces. */
  readonly conforms_to: string;
  /** `YYYY-MM-DD`, the date of publication; null when unknown. */
  readonly published: string | null;
  /** `YYYY-MM-DD`, the first day on which the release is mandatory; until then the previous release applies. */
  readonly mandatory_from: string;
  /** `YYYY-MM-DD`, inclusive; null when no end is known. */
  readonly in_force_to: string | null;
  /** The layer of the pack's rules, with exceptions by rule id prefix. */
  readonly layer: Layer;
  readonly layers: readonly (readonly [prefix: string, layer: Layer])[];
  /** Companion packs (`id`, or `id@version` for exactly that release), when the pack is a ruleset of its own. */
  readonly on: readonly string[];
  /** Whether the pack is used only as a companion of packs that name it in `on`. */
  readonly companion_only: boolean;
  /** Whether the pack has its own form of the rules of EN 16931, under other ids, so that those are not added. */
  readonly self_contained: boolean;
  /** The syntax of the invoices that the rules are for. */
  readonly syntax: Syntax;
  /** The documents that the pack is for: values of BT-24; `*` matches any characters. */
  readonly for_customization: readonly string[];
};

/** A compiled pack that validation can apply. */
export type RulePack = {
  readonly info: PackInfo;
  /** Every layer that the pack reports in, without duplicates. */
  readonly layers: readonly Layer[];
  readonly pack: Pack;
  /** Syntax restrictions, checked in addition to the rules; null when the pack has no restrictions. */
  readonly restrictions: RestrictionTable | null;
  /** The restrictions as rows, in the order of the table. */
  readonly restrictionRows: readonly Restriction[];
  /** Every id that the pack can report, without duplicates, in the order of its rules. */
  readonly ruleIds: readonly string[];
  /** SHA-256 over rule sources, restrictions and `pack.json`. Hex, lowercase. */
  readonly digest: string;
};

/**
 * Creates an applicable pack. Everything derived from its rules and its table is computed on first access, because
 * the pack may not be ready yet.
 *
 * @param readTable returns the text of the restriction table that `pack.json` names; null when it names no table
 * @param hash a faster SHA-256 where the platform has one; defaults to the built-in implementation
 * @throws Error when `pack.json` lacks a field or names an unknown layer; on access, when the table cannot be read
 */
export function makeRulePack(pack: Pack, readTable: (() => string) | null, hash: Sha256 = sha256): RulePack {
  const info = readInfo(pack.manifest);
  const text = once(() => readTable?.() ?? null);
  const rows = once(() => (readTable === null ? [] : readRestrictions(text()!)));
  const table = once(() => (readTable === null ? null : makeRestrictionTable(rows(), pack.names)));
  const ruleIds = once(() => [...new Set([...pack.rules.map(({ id }) => id), ...rows().map(({ ruleId }) => ruleId)])]);
  const digest = once(() => hash(toCanonicalJson([pack.sources, pack.manifest as unknown as JsonValue, text()])));
  return {
    info,
    layers: [...new Set([info.layer, ...info.layers.map(([, layer]) => layer)])],
    pack,
    get restrictionRows() {
      return rows();
    },
    get restrictions() {
      return table();
    },
    get ruleIds() {
      return ruleIds();
    },
    get digest() {
      return digest();
    },
  };
}

/** Computes a value on the first call and returns it on every call. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Makes packs declare the names that they use before a document is walked; some packs do so on first use.
 *
 * @throws PackNotReady
 */
export function declareNames(packs: readonly RulePack[]): void {
  const waited: PackNotReady[] = [];
  for (const one of packs) {
    try {
      void [one.pack.module, one.restrictions];
    } catch (error) {
      if (!(error instanceof PackNotReady)) throw error;
      waited.push(error);
    }
  }
  if (waited.length > 0) throw PackNotReady.ofAll(waited);
}

/** The layer that a rule of the pack reports in. */
export function layerOf({ layers, layer }: PackInfo, ruleId: string): Layer {
  return layers.find(([prefix]) => ruleId.startsWith(prefix))?.[1] ?? layer;
}

function readInfo(manifest: PackManifest): PackInfo {
  const refuse = (field: string): never => {
    throw new Error(`The pack ${manifest.id}@${manifest.version} has no usable ${field}`);
  };
  const { title, conforms_to, in_force_to = null, layer, layers = {} } = manifest;
  const { on = [], for_customization = [], companion_only = false, self_contained = false } = manifest;
  const { mandatory_from, published = null, syntax = 'ubl' } = manifest;
  if (!isText(title)) return refuse('title');
  if (typeof conforms_to !== 'string') return refuse('conforms_to');
  if (!isDay(mandatory_from)) return refuse('mandatory_from');
  if (published !== null && !isDay(published)) return refuse('published');
  if (in_force_to !== null && !isDay(in_force_to)) return refuse('in_force_to');
  if (!isLayer(layer)) return refuse('layer');
  if (syntax !== 'ubl' && syntax !== 'cii') return refuse('syntax');
  if (!isTexts(on)) return refuse('on');
  if (!isTexts(for_customization)) return refuse('for_customization');
  if (typeof companion_only !== 'boolean') return refuse('companion_only');
  if (typeof self_contained !== 'boolean') return refuse('self_contained');
  const exceptions: (readonly [string, Layer])[] = [];
  for (const [name, prefixes] of Object.entries(layers as Record<string, unknown>)) {
    if (!isLayer(name) || !Array.isArray(prefixes)) return refuse('layers');
    for (const prefix of prefixes) exceptions.push([String(prefix), name]);
  }
  const { id, version } = manifest;
  const dates = { published, mandatory_from, in_force_to };
  return {
    id,
    version,
    title,
    conforms_to,
    ...dates,
    layer,
    layers: exceptions,
    on,
    syntax,
    for_customization,
    companion_only,
    self_contained,
  };
}

const isLayer = (value: unknown): value is Layer => LAYERS.some((layer) => layer === value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function isText(value: unknown): value is Text {
  const { sk, en } = (value ?? {}) as Partial<Record<'sk' | 'en', unknown>>;
  return typeof sk === 'string' && typeof en === 'string';
}
