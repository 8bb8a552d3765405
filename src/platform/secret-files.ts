import { closeSync, openSync, readSync } from 'node:fs';
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

/** Larger than any secret; bounds what is read when the path names a device. */
const MAX_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

type ReadText = { readonly text: string } | { readonly problem: string };

const bothSet = (name: string, fileName: string): ReadText => ({
  problem: `${name} and ${fileName} are both set. Set only one of them`,
});

function readText(fileName: string, path: string): ReadText {
  const problem = (text: string): ReadText => ({ problem: `${fileName} ${text}: ${path}` });
  let bytes: Buffer;
  try {
    bytes = readAtMost(path, MAX_BYTES + 1);
  } catch (error) {
    return { problem: `${fileName} cannot be read: ${path} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
  if (bytes.length > MAX_BYTES) return problem(`names a file larger than ${MAX_BYTES} bytes`);
  const text = decode(bytes)?.replace(/\r?\n$/, '');
  // Random bytes would lose their randomness: every invalid byte becomes the same replacement character.
  if (text === undefined || text.includes('\0'))
    return problem('names a file that is not UTF-8 text (encode random bytes, for example with base64)');
  return text === '' ? problem('names an empty file') : { text };
}

function decode(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function readAtMost(path: string, limit: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(limit);
    let length = 0;
    for (;;) {
      const count = readSync(file, bytes, length, limit - length, null);
      length += count;
      if (count === 0 || length === limit) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
