import type { CatalogEntry } from '@e-invoice/validator/catalog';
import type { Text } from '@e-invoice/validator/issues';
import { type AssistantParts, toLink } from './parts.ts';

export const RULE_URI_TEMPLATE = 'rule://{ruleId}';

export const ruleUriOf = (ruleId: string): string => `rule://${encodeURIComponent(ruleId)}`;

const WORDS = {
  sk: { why: 'Prečo', cause: 'Čo sa stáva v praxi', fix: 'Čo upraviť', inXml: 'V XML', terms: 'Obchodné termíny' },
  en: {
    why: 'Why',
    cause: 'What usually goes wrong',
    fix: 'What to change',
    inXml: 'In the XML',
    terms: 'Business terms',
  },
} as const;

/** A rule as Markdown: Slovak, then English, then the language-independent part. */
export function writeRule(entry: CatalogEntry, parts: Pick<AssistantParts, 'publicUrl'>): string {
  const { rule_id, level, layer, xpath, xpath_cii, example, related, ruleUrl } = entry;
  const inCii = xpath_cii === null || xpath_cii === xpath ? '' : ` · CII \`${xpath_cii}\``;
  const fragments =
    example === null ? [] : [fence('wrong / zle', example.wrong), fence('right / správne', example.right)];
  return [
    `# ${rule_id}`,
    `${layer} · ${level} · XPath \`${xpath}\`${inCii} · ${toLink(parts, ruleUrl)}`,
    write(entry, 'sk'),
    write(entry, 'en'),
    ...fragments,
    ...(related.length > 0 ? [`Related: ${related.join(', ')}`] : []),
  ].join('\n\n');
}

function write(entry: CatalogEntry, language: keyof Text): string {
  const words = WORDS[language];
  const terms = entry.terms.map(({ id, name }) => `${id} ${name[language]}`).join(', ');
  return [
    `## ${entry.title[language]}`,
    entry.message[language],
    `**${words.why}:** ${entry.explanation[language]}`,
    `**${words.cause}:** ${entry.cause[language]}`,
    `**${words.fix}:** ${entry.fix.program[language]}`,
    ...(entry.fix.xml[language] === entry.fix.program[language]
      ? []
      : [`**${words.inXml}:** ${entry.fix.xml[language]}`]),
    ...(terms === '' ? [] : [`**${words.terms}:** ${terms}`]),
  ].join('\n\n');
}

const fence = (title: string, xml: string): string => `${title}:\n\n\`\`\`xml\n${xml}\n\`\`\``;
