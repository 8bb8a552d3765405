import type { Missing } from '../../modules/evidence/replay.ts';
import type { Report } from '../../modules/evidence/report.ts';
import type { Engine } from '../../modules/rules/loader/describe-engine.ts';

/** What the program of an archive is asked, in JSON. */
export type ReplayRequest = {
  readonly report: Report;
  /** Base64. */
  readonly invoice: string;
};

/** What it answers, in JSON. */
export type ReplayAnswer = {
  /** Of the archive. */
  readonly engine: Engine;
  readonly missing: readonly Missing[];
  /** In which parts other things are found; null: rules are missing, and nothing was judged. */
  readonly differing: readonly string[] | null;
};
