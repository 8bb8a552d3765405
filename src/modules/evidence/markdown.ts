import { escapeMarkdown, shorten, toCode } from '../../lib/plain-text.ts';
import type { Phrase, Protocol } from './report-content.ts';

const renderPhrase = ({ text, code }: Phrase): string => (code ? toCode(text) : escapeMarkdown(text));

const table = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...others] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n');
};

/** Returns the report as Markdown in one language. Invoice text is escaped, so that it cannot act as markup. */
export function writeMarkdown(protocol: Protocol): string {
  const { words, document, parties, vat, causes, findings, rules } = protocol;
  const sections = [
    `# ${words.title}`,
    `**${escapeMarkdown(protocol.verdict)}**`,
    ...(protocol.unvalidated ? [words.unvalidated] : []),
    `## ${words.document}`,
    table([['', ''], ...document.map(([label, ...values]) => [label, ...values.map(renderPhrase)])]),
  ];
  if (parties.length > 0) {
    const rows = parties.map(([label, ...values]) => [label, ...values.map(renderPhrase)]);
    sections.push(`## ${words.parties}`, table([['', words.seller, words.buyer], ...rows]));
  }
  if (vat.length > 0) {
    const head = [words.category, words.rate, words.base, words.tax];
    sections.push(`## ${words.vat}`, table([head, ...vat.map((cells) => cells.map(escapeMarkdown))]));
  }
  if (causes.length > 0)
    sections.push(`## ${words.causes}`, ...causes.map((cause, index) => describeCause(cause, index, words)));
  if (findings.length > 0) sections.push(`## ${words.findings}`);
  for (const { title, groups, more } of findings) {
    sections.push(`### ${title}`, ...groups.map((group) => describeGroup(group, words)));
    if (more !== null) sections.push(escapeMarkdown(more));
  }
  if (protocol.leftOut !== null) sections.push(escapeMarkdown(protocol.leftOut));
  sections.push(
    `## ${words.applied}`,
    rules
      .map(([label, ...values]) => `- ${escapeMarkdown(label)}: ${values.map(renderPhrase).join(', SHA-256 ')}`)
      .join('\n'),
    `## ${words.proof}`,
    words.signed,
    `${words.record}: ${toCode(protocol.record)}`,
  );
  return `${sections.join('\n\n')}\n`;
}

function describeCause(
  { title, explanation, fix, rules, place, line, corrections }: Protocol['causes'][number],
  index: number,
  words: Protocol['words'],
): string {
  const at = line === null ? '' : `${words.line} ${line}, `;
  const several = corrections.length > 1 ? words.choice : words.correction;
  return [
    `### ${index + 1}. ${escapeMarkdown(title)}\n`,
    `${escapeMarkdown(explanation)}\n`,
    `- **${words.fix}:** ${escapeMarkdown(fix)}`,
    `- ${words.rules}: ${rules.map(toCode).join(', ')}`,
    `- ${words.place}: ${at}${renderPhrase(place)}`,
    ...(corrections.length === 0 ? [] : [`- ${several}:`, ...corrections.map((text) => `  - ${escapeMarkdown(text)}`)]),
  ].join('\n');
}

function describeGroup(
  { rule, terms, message, fix, places, more }: Protocol['findings'][number]['groups'][number],
  words: Protocol['words'],
): string {
  return [
    `#### ${escapeMarkdown(rule)}${terms.length > 0 ? ` (${terms.join(', ')})` : ''}\n`,
    `${escapeMarkdown(message)}\n`,
    ...(fix === '' ? [] : [`- **${words.fix}:** ${escapeMarkdown(fix)}`]),
    `- ${words.where}:`,
    ...places.map(({ line, place, value, expected }) => {
      const at = line === null ? '' : `${words.line} ${line}: `;
      const found = value === null ? '' : `, ${words.value} ${toCode(shorten(value, 80))}`;
      const right = expected === null ? '' : `, ${words.expected} ${toCode(shorten(expected, 80))}`;
      return `  - ${at}${toCode(place)}${found}${right}`;
    }),
    ...(more === null ? [] : [`  - ${escapeMarkdown(more)}`]),
  ].join('\n');
}
