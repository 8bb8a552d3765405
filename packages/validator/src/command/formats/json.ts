import { countOutcomes, type WriteReport } from './write-report.ts';

/** The service's answer for many files: counts and one result for each; a file that cannot be read has `error`. */
export const toJson: WriteReport = (outcomes, { language }) => {
  const results = outcomes.map((outcome) =>
    'fault' in outcome ? { filename: outcome.name, error: outcome.fault[language] } : outcome.result,
  );
  return `${JSON.stringify({ ...countOutcomes(outcomes), results }, null, 2)}\n`;
};
