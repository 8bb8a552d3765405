import type { FileResult, Issue, Level } from '../../index.ts';
import { relativeReference } from '../relative-reference.ts';
import { type ReportOptions, unvalidated, type WriteReport } from './write-report.ts';

const LEVELS: Readonly<Record<Level, string>> = { fatal: 'error', warning: 'warning', info: 'note' };

/** SARIF 2.1.0 (OASIS), for code scanning. Unreadable files are notifications (3.20.21). */
export const toSarif: WriteReport = (outcomes, options) => {
  const validated = outcomes.filter((outcome) => 'result' in outcome);
  const unread = outcomes.filter((outcome) => !('result' in outcome));
  const { uriOf = relativeReference } = options;
  const rules = new Map<string, Issue>();
  for (const { result } of validated)
    for (const issue of result.issues) if (!rules.has(issue.rule_id)) rules.set(issue.rule_id, issue);
  const indexes = new Map([...rules.keys()].map((id, index) => [id, index]));
  const run = {
    tool: {
      driver: {
        name: 'einvoice-validate',
        version: options.version,
        rules: [...rules.values()].map((issue) => toRule(issue, options)),
      },
    },
    invocations: [
      {
        executionSuccessful: !unread.some((outcome) => 'fault' in outcome),
        toolExecutionNotifications: unread.map((outcome) => ({
          level: 'fault' in outcome ? 'error' : 'note',
          message: { text: unvalidated(outcome, options) },
          locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(outcome.name) } } }],
        })),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results: validated.flatMap(({ name, result }) => toResults(uriOf(name), result, indexes, options)),
  };
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`;
};

/** Code scanning requires all three descriptions; they are taken from the first issue of the rule. */
const toRule = ({ rule_id, level, message, fix }: Issue, { language }: ReportOptions) => ({
  id: rule_id,
  shortDescription: { text: message },
  fullDescription: { text: message },
  help: { text: fix[language] || message },
  defaultConfiguration: { level: LEVELS[level] },
});

const toResults = (
  uri: string,
  { issues }: FileResult,
  indexes: ReadonlyMap<string, number>,
  { language }: ReportOptions,
) =>
  issues.map(({ rule_id, level, message, fix, line, column, location }) => ({
    ruleId: rule_id,
    ruleIndex: indexes.get(rule_id),
    level: LEVELS[level],
    message: { text: [message, fix[language]].filter((text) => text !== '').join(' ') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region: { startLine: line ?? 1, ...(column !== null && { startColumn: column }) },
        },
        logicalLocations: [{ fullyQualifiedName: location }],
      },
    ],
    partialFingerprints: { 'ruleAndPlace/v1': `${rule_id} ${location}` },
  }));
