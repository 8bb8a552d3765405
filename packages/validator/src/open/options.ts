import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { Language, Layer } from '../issues/index.ts';
import type { Sha256 } from '../sha256.ts';
import type { RulesModule } from './release.ts';

export type OpenOptions = {
  /** Rules that are loaded already; unset: all that the package brings, each loaded when it is first applied. */
  readonly rules?: readonly RulesModule[];
  /** Limits of the XML that is read: bytes (10 MB), depth. */
  readonly limits?: Partial<XmlLimits>;
  /** A faster SHA-256 than the one without a library, e.g. Node's. */
  readonly sha256?: Sha256;
};

export type ValidateOptions = {
  /** What the result calls the file. */
  readonly filename?: string;
  /** A rule set, with or without a version (`peppol-bis-3@2025.11`); unset: chosen by the document. */
  readonly ruleset?: string;
  /** `YYYY-MM-DD`: apply what was in force on that day. */
  readonly asOf?: string;
  /** Report these layers alone. */
  readonly layers?: readonly Layer[];
  /** A rule set or a day: what it would say otherwise is told beside. */
  readonly compare?: string;
  /** Of `message`; Slovak unless English is asked for. `message_en`, fixes and causes have both anyway. */
  readonly language?: Language;
  /** `YYYY-MM-DD`; unset: the day in UTC. */
  readonly today?: string;
};
