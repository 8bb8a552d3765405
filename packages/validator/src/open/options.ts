import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { Syntax } from '../conversion/index.ts';
import type { Language, Layer } from '../issues/index.ts';
import type { Sha256 } from '../sha256.ts';
import type { RulesModule } from './release.ts';

export type OpenOptions = {
  /**
   * Preloaded rules. By default all rules of the package, each loaded when first applied. Without rules for CII among
   * them, CII is unsupported.
   */
  readonly rules?: readonly RulesModule[];
  /** XML limits, such as bytes (default 10 MB) and depth. */
  readonly limits?: Partial<XmlLimits>;
  /** A faster SHA-256 than the built-in one, e.g. that of Node. */
  readonly sha256?: Sha256;
};

export type ValidateOptions = {
  /** File name in the result. */
  readonly filename?: string;
  /** A rule set, optionally with a version (`peppol-bis-3@2025.11`). By default it is chosen from the document. */
  readonly ruleset?: string;
  /**
   * Whether to validate Cross Industry Invoices (default) or to report them as `CII-UNSUPPORTED`, unless `ruleset` is
   * one for CII.
   */
  readonly cii?: 'validate' | 'unsupported';
  /** `YYYY-MM-DD`: apply the rules in force on that day. */
  readonly asOf?: string;
  /** Report only these layers. */
  readonly layers?: readonly Layer[];
  /** A rule set or a day to compare with; differences are reported in `comparison`. */
  readonly compare?: string;
  /** Language of `message`; Slovak by default. `message_en`, fixes and causes contain both languages. */
  readonly language?: Language;
  /** `YYYY-MM-DD`; the current day in UTC by default. */
  readonly today?: string;
};

export type ConvertOptions = {
  /** The syntax of the result: UBL 2.1 or CII D16B. */
  readonly to: Syntax;
  /** Convert even if values are lost; `lost` of the result lists them. */
  readonly allowLoss?: boolean;
};
