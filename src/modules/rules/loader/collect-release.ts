import { readSchematron, type SchematronSource } from '@e-invoice/schematron/source';
import type { RuleSources } from './open-sources.ts';
import { PackRefused } from './pack-refused.ts';

/** Files of a schema, by path relative to their common folder. */
export type Release = {
  readonly schema: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly ruleCount: number;
};

/**
 * Compiles a schema and returns only the files it reads: the schema and its inclusions.
 *
 * @throws SchemaRefused when a rule cannot be compiled; PackRefused when it has no rule, or a name contains hidden
 *   characters
 */
export async function collectRelease(sources: RuleSources, schema: string): Promise<Release> {
  const { compile } = await import('@e-invoice/schematron/compile');
  const read = new Map<string, Uint8Array>();
  const readFile = (path: string): Uint8Array => {
    const bytes = sources.read(path);
    read.set(path, bytes);
    return bytes;
  };
  const source = { file: schema, readFile };
  const { rules } = compile(source);
  refuseHiddenCharacters([...read.keys()], source);
  if (rules.length === 0) throw new PackRefused(`${schema} has no rules`);
  const cut = sharedFolder([...read.keys()]).length;
  return {
    schema: schema.slice(cut),
    files: new Map([...read].map(([path, bytes]) => [path.slice(cut), bytes])),
    ruleCount: new Set(rules.map(({ id }) => id)).size,
  };
}

/**
 * Control and format characters, line terminators, bidirectional controls: names that contain them look different
 * from what they are.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Names occur in file names, reports, logs and terminals; published releases need only plain text in them. */
function refuseHiddenCharacters(paths: readonly string[], source: SchematronSource): void {
  const { patterns, phases } = readSchematron(source).schema;
  const rules = patterns.flatMap((pattern) => pattern.rules);
  const checks = rules.flatMap((rule) => rule.checks);
  const named: Readonly<Record<string, readonly { readonly id: string }[]>> = {
    'The file name': paths.map((id) => ({ id })),
    'The pattern id': patterns,
    'The phase id': phases,
    'The rule id': rules,
    'The assertion id': checks,
    'The diagnostic id': checks.flatMap((check) => check.diagnostics),
    'The property id': checks.flatMap((check) => check.properties),
  };
  for (const [what, all] of Object.entries(named))
    for (const { id } of all)
      if (id.search(HIDDEN) !== -1)
        throw new PackRefused(
          `${what} ${spellOut(id)} has a control character or a line terminator: remove it from the release`,
        );
}

const spellOut = (text: string): string =>
  JSON.stringify(text).replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** Longest common folder of the paths, with its trailing `/`; empty without one. */
function sharedFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const end = first.findIndex((name, index) => others.some((folder) => folder[index] !== name));
  const shared = end === -1 ? first : first.slice(0, end);
  return shared.map((name) => `${name}/`).join('');
}
