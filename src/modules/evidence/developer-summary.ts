import { LEVELS } from '@e-invoice/validator/issues';
import { text } from '../../../locales/index.ts';
import { escapeMarkdown, shorten, toCode } from '../../lib/plain-text.ts';
import { groupIssues, type IssueGroup, lineOf } from './group-issues.ts';
import type { Facts } from './report.ts';
import { countsIn } from './report-content.ts';

/** Fits into an issue tracker ticket (contract, section 3). */
const MAX_LINES = 40;
const MAX_CHARACTERS = 300;

/** Returns a Markdown summary for a ticket: what failed, where, and how to fix it. At most 40 lines. */
export function writeDeveloperSummary(facts: Facts): string {
  const { ruleset, summary } = facts;
  const head = [
    `**${facts.valid ? 'VALID' : 'INVALID'}** ${escapeMarkdown(facts.filename)}: ${countsIn(facts, 'en')} (${countsIn(facts, 'sk')})`,
    '',
    `- invoice ${toCode(summary.invoice_id ?? '–')}, type ${facts.document_type}${facts.sbdh ? ' in SBDH' : ''}, ${facts.size_bytes} bytes, SHA-256 ${toCode(facts.sha256)}`,
    `- rules ${toCode(`${ruleset.id}@${ruleset.version}`)}: ${ruleset.packs.map(({ id, version }) => `${id}@${version}`).join(', ') || '–'}; layers ${ruleset.layers.join(', ')}${ruleset.skipped.length > 0 ? `; not checked: ${ruleset.skipped.map(({ layer }) => layer).join(', ')}` : ''}`,
    `- evidence ${toCode(facts.id)}, ${facts.created_at}, engine ${facts.engine.version} ${facts.engine.digest.slice(0, 12)}`,
  ];
  const blocks = [
    ...facts.root_causes.map((cause) => describeCause(cause, facts)),
    ...listGroups(facts).map(describeGroup),
  ];
  const lines = head.map(limitLine);
  let writtenBlocks = 0;
  for (const block of blocks) {
    // Reserve two lines: the note about omitted entries and the blank line before it.
    const room = MAX_LINES - (writtenBlocks + 1 < blocks.length ? 2 : 0);
    if (lines.length + block.length + 1 > room) break;
    lines.push('', ...block.map(limitLine));
    writtenBlocks += 1;
  }
  if (writtenBlocks < blocks.length) {
    const { sk, en } = text('evidence.more-rules', { count: blocks.length - writtenBlocks });
    lines.push('', `… ${en} in \`issues\` (${sk})`);
  }
  return `${lines.join('\n')}\n`;
}

const limitLine = (line: string): string => shorten(line, MAX_CHARACTERS);

/** Issues without a root cause, most severe first. */
function listGroups({ issues, root_causes }: Facts): IssueGroup[] {
  const explained = new Set(root_causes.flatMap(({ issue_indexes }) => issue_indexes));
  const others = issues.filter((_, index) => !explained.has(index));
  return LEVELS.flatMap((level) => groupIssues(others.filter((issue) => issue.level === level)));
}

function describeCause(cause: Facts['root_causes'][number], { issues }: Facts): string[] {
  const { title, fix, rule_ids, location } = cause;
  const line = lineOf(cause, issues);
  const place = `${toCode(location)}${line === null ? '' : `, line ${line}`}`;
  return [
    `**root cause** ${escapeMarkdown(title.en)} (${rule_ids.join(', ')}) at ${place}`,
    `- EN: fix: ${escapeMarkdown(fix.en)}`,
    `- SK: ${escapeMarkdown(title.sk)}; oprava: ${escapeMarkdown(fix.sk)}`,
  ];
}

function describeGroup({ first, issues }: IssueGroup): string[] {
  const place = first.line === null ? '' : `, line ${first.line}, column ${first.column}`;
  const value = first.value === null ? '' : `, found ${toCode(shorten(first.value, 60))}`;
  const expected = first.expected === null ? '' : `, expected ${toCode(shorten(first.expected, 60))}`;
  const fixes = { en: first.fix.en && ` → ${first.fix.en}`, sk: first.fix.sk && ` → ${first.fix.sk}` };
  return [
    `**${first.rule_id}** ${first.level}, ${first.layer}${issues.length > 1 ? `, ${issues.length}×, first` : ''} at ${toCode(first.location)}${place}${value}${expected}`,
    `- EN: ${escapeMarkdown(first.message_en + fixes.en)}`,
    `- SK: ${escapeMarkdown(first.message + fixes.sk)}`,
  ];
}
