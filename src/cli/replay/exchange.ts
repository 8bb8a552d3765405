import type { Missing } from '../../modules/evidence/replay.ts';
import type { Report } from '../../modules/evidence/report.ts';
import type { Engine } from '../../modules/rules/loader/describe-engine.ts';

/** Request to the program of an archive, in JSON. */
export type ReplayRequest = {
  readonly report: Report;
  /** Base64. */
  readonly invoice: string;
};

/** Response of the program, in JSON. */
export type ReplayAnswer = {
  /** Engine of the archive. */
  readonly engine: Engine;
  readonly missing: readonly Missing[];
  /** Parts of the report that differ; null when rules are missing and nothing was validated. */
  readonly differing: readonly string[] | null;
};
