import type { CompiledRules } from '@e-invoice/schematron';
import type { Layer, Level } from '../issues/index.ts';
import type { PackManifest } from '../validation/pack.ts';

/** A release of rules as a module: `@e-invoice/validator/rules/<id>@<version>`. */
export type RulesModule = CompiledRules & {
  /** What the release is, and when it is in force (`pack.json`). */
  readonly manifest: PackManifest;
  /** SHA-256 over its sources. */
  readonly sources: string;
  /** Its table of restrictions of the syntax; null when it has none. */
  readonly restrictions: string | null;
};

/** A release that is loaded when it is first applied. */
export type Release = Pick<RulesModule, 'manifest' | 'sources'> & { readonly load: () => Promise<RulesModule> };

/** The structure of UBL 2.1. */
export type Tables = {
  readonly structure: string;
  readonly datatypes: string;
};

/** The code lists that suggestions come from, loaded when a code is on none of them. */
export type CodeListsModule = {
  /** The codes as `packCodes` writes them. */
  readonly codeLists: readonly (readonly [name: string, codes: string])[];
};

/** What the catalog tells of each rule in one language: `@e-invoice/validator/texts/sk` and `/en`. */
export type RuleTexts = {
  readonly rules: readonly {
    readonly rule_id: string;
    readonly layer: Layer;
    readonly level: Level;
    readonly title: string;
    readonly message: string;
    readonly explanation: string;
    readonly cause: string;
    readonly fix: string;
    readonly xpath: string;
    readonly business_terms: readonly string[];
    readonly example: { readonly wrong: string; readonly right: string } | null;
  }[];
};
