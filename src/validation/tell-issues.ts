import type { FileResult, Issue, Level } from '../issues/index.ts';

/** An issue that is found and not put in words yet: that is the dear part, and a hostile file breaks a million rules. */
export type FoundIssue = { readonly level: Level; readonly tell: () => Issue };

/** At most so many issues of one file are told; nobody reads more, and they fit into one answer. */
const MOST_TOLD = 10_000;

type Told = Pick<FileResult, 'fatal_count' | 'warning_count' | 'info_count' | 'issues' | 'issues_left_out'>;

/** Counts all issues and tells the first ones. */
export function tellIssues(found: readonly FoundIssue[], most: number = MOST_TOLD): Told {
  const counts: Record<Level, number> = { fatal: 0, warning: 0, info: 0 };
  for (const { level } of found) counts[level] += 1;
  return {
    fatal_count: counts.fatal,
    warning_count: counts.warning,
    info_count: counts.info,
    issues: found.slice(0, most).map(({ tell }) => tell()),
    ...(found.length > most && { issues_left_out: found.length - most }),
  };
}
