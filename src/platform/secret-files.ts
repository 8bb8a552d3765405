import { readFileSync } from 'node:fs';
import { own } from '../lib/own-property.ts';
import { fileVariableOf, SECRETS, type Variable } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

type SecretFiles = {
  /** The environment, with the content of each file as the value of its secret. */
  readonly variables: Variables;
  /** Path per secret that was read from a file. */
  readonly paths: ReadonlyMap<string, string>;
  /** Secrets that could not be read. */
  readonly failed: readonly Variable[];
  /** One sentence per failed secret. Never contains the content of a file. */
  readonly problems: readonly string[];
};

/**
 * Reads every secret that is set as `<name>_FILE`, for example from Docker or Kubernetes secrets or systemd
 * credentials. The value is the text of the file without one trailing newline.
 */
export function readSecretFiles(environment: Variables): SecretFiles {
  const values = new Map<string, string>();
  const paths = new Map<string, string>();
  const failed: Variable[] = [];
  const problems: string[] = [];
  for (const name of SECRETS) {
    const fileName = fileVariableOf(name);
    const path = own(environment, fileName) ?? '';
    if (path === '') continue;
    const result = (own(environment, name) ?? '') === '' ? readText(fileName, path) : bothSet(name, fileName);
    if ('text' in result) {
      values.set(name, result.text);
      paths.set(name, path);
    } else {
      failed.push(name);
      problems.push(result.problem);
    }
  }
  return { variables: { ...environment, ...Object.fromEntries(values) }, paths, failed, problems };
}

type ReadText = { readonly text: string } | { readonly problem: string };

const bothSet = (name: string, fileName: string): ReadText => ({
  problem: `${name} and ${fileName} are both set. Set only one of them`,
});

function readText(fileName: string, path: string): ReadText {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `${fileName} names an empty file: ${path}` } : { text };
  } catch (error) {
    return { problem: `${fileName} cannot be read: ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
}
