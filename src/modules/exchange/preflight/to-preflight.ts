import { CHECK_IDS, type CheckId, type CheckResult, decide, type Preflight } from './preflight.ts';
import { CHECK_TITLES } from './titles.data.ts';

/** The checks in order with their titles, and the verdict; `until`: completion time of the last check. */
export function toPreflight(
  results: Readonly<Record<CheckId, CheckResult>>,
  { until, ...summary }: Pick<Preflight, 'sha256' | 'ruleset' | 'at'> & { readonly until: number },
): Preflight {
  const checked_at = new Date(until).toISOString();
  const checks = CHECK_IDS.map((id) => ({ id, title: CHECK_TITLES[id], ...results[id], checked_at }));
  return { ...summary, checks, ...decide(checks) };
}
