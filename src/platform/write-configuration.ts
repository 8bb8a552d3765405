import { CONFIGURATION, GROUPS } from './configuration.data.ts';
import { Environment, SECRETS } from './environment.ts';

const BEGIN = '<!-- configuration: npm run generate -->';
const END = '<!-- end of configuration -->';

/** Table of all variables as Markdown, with the defaults of an empty environment. */
function writeTable(): string {
  const defaults = new Map<string, unknown>(Object.entries(Environment.parse({})));
  const shown = (name: string): string => {
    const value = defaults.get(name);
    return value === undefined ? 'unset' : String(value);
  };
  const row = ({ variables, effect, defaults: described }: (typeof CONFIGURATION)[number]): string => {
    const names = variables.map((name) => `\`${name}\``).join(', ');
    const values = [...new Set(variables.map(shown))];
    return `| ${names} | ${described ?? (values.length === 1 ? values[0] : variables.map(shown).join(', '))} | ${effect} |`;
  };
  return Object.entries(GROUPS)
    .map(([group, title]) =>
      [
        `## ${title}\n`,
        '| variable | default | effect |',
        '| --- | --- | --- |',
        ...CONFIGURATION.filter((each) => each.group === group).map(row),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Lists the secrets, which can be read from files. */
const writeSecrets = (): string =>
  [
    '## Secrets from files\n',
    `${SECRETS.map((name) => `\`${name}\``).join(', ')}:`,
    'each of these can also be set as `<name>_FILE`, the path of a file that contains the value, for example',
    '`EVIDENCE_SECRET_FILE=/run/secrets/evidence_secret`. One trailing newline of the file is ignored. If both variables are set, or the',
    'file is empty or cannot be read, the service does not start. Files are read once at the start, except `VAULT_TOKEN_FILE`, which is',
    'read for each call.',
  ].join('\n');

/** Replaces the configuration table of a page. @throws Error when the page has no markers for it */
export function writeConfiguration(page: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`The page has no ${BEGIN} … ${END}`);
  return `${page.slice(0, from + BEGIN.length)}\n\n${writeTable()}\n\n${writeSecrets()}\n\n${page.slice(to)}`;
}
