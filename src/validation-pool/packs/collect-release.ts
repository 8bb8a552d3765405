import type { RuleSources } from './open-sources.ts';
import { PackRefused } from './pack-refused.ts';

/** The files that a schema consists of, by paths from the folder that holds them all. */
export type Release = {
  readonly schema: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly ruleCount: number;
};

/**
 * Compiles a schema and keeps what it read: the schema and everything that it includes, nothing else of the release.
 *
 * @throws SchemaRefused when a rule cannot be compiled; PackRefused when it has no rule
 */
export async function collectRelease(sources: RuleSources, schema: string): Promise<Release> {
  const { compile } = await import('@e-invoice/schematron/compile');
  const read = new Map<string, Uint8Array>();
  const readFile = (path: string): Uint8Array => {
    const bytes = sources.read(path);
    read.set(path, bytes);
    return bytes;
  };
  const { rules } = compile({ file: schema, readFile });
  if (rules.length === 0) throw new PackRefused(`${schema} has no rules`);
  const cut = sharedFolder([...read.keys()]).length;
  return {
    schema: schema.slice(cut),
    files: new Map([...read].map(([path, bytes]) => [path.slice(cut), bytes])),
    ruleCount: new Set(rules.map(({ id }) => id)).size,
  };
}

/** The folder that all paths begin with, with its `/`; empty when there is none. */
function sharedFolder(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const end = first.findIndex((name, index) => others.some((folder) => folder[index] !== name));
  const shared = end === -1 ? first : first.slice(0, end);
  return shared.map((name) => `${name}/`).join('');
}
