import type { CompiledRules } from '@e-invoice/schematron';
import type { Layer, Level } from '../issues/index.ts';
import type { PackManifest } from '../validation/pack.ts';

/** A release of rules as a module: `@e-invoice/validator/rules/<id>@<version>`. */
export type RulesModule = CompiledRules & {
  /** Identity and validity period of the release (`pack.json`). */
  readonly manifest: PackManifest;
  /** SHA-256 of its sources. */
  readonly sources: string;
  /** Table of syntax restrictions; null if it has no table. */
  readonly restrictions: string | null;
};

/** A release that is loaded when first applied. */
export type Release = Pick<RulesModule, 'manifest' | 'sources'> & { readonly load: () => Promise<RulesModule> };

/** The structure of UBL 2.1 or of CII D16B. */
export type Tables = {
  readonly structure: string;
  readonly datatypes: string;
};

/** The code lists for suggestions, loaded when an invoice contains an unknown code. */
export type CodeListsModule = {
  /** Codes in the format of `packCodes`. */
  readonly codeLists: readonly (readonly [name: string, codes: string])[];
};

/** Catalog texts of the rules in one language: `@e-invoice/validator/texts/sk` and `/en`. */
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
    /** Location in UBL; of rules for CII only in CII. */
    readonly xpath: string;
    /** Location in CII; null if the rule does not apply to CII. */
    readonly xpath_cii: string | null;
    readonly business_terms: readonly string[];
    readonly example: { readonly wrong: string; readonly right: string } | null;
  }[];
};
