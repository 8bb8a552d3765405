import { countOutcomes, type WriteReport } from './write-report.ts';

/**
 * Same format as a batch of the service: counts and one result per file; an unreadable file has `error`. Skipped
 * files are listed separately.
 */
export const toJson: WriteReport = (outcomes, { language }) => {
  const results = outcomes.flatMap((outcome): unknown[] => {
    if ('result' in outcome) return [outcome.result];
    return 'fault' in outcome ? [{ filename: outcome.name, error: outcome.fault[language] }] : [];
  });
  const skipped_files = outcomes.flatMap((outcome) =>
    'skipped' in outcome ? [{ filename: outcome.name, reason: outcome.skipped[language] }] : [],
  );
  return `${JSON.stringify({ ...countOutcomes(outcomes), results, skipped_files }, null, 2)}\n`;
};
