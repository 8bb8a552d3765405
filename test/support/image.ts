import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { findRoot } from '../../src/platform/index.ts';
import { builtService, compileForReferenceValidator } from './built-service.ts';
import { allOf, onlyOf, readStages } from './dockerfile.ts';

const run = promisify(execFile);
const root = findRoot();

/** User `node` of the image. */
const NODE_UID = 1000;

export type ComposeService = {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: string;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly expose?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly init?: boolean;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};

export type Compose = {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

export const readCompose = (): Compose =>
  parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true, strict: true }) as Compose;

export const readDockerfile = () => readStages(readFileSync(join(root, 'Dockerfile'), 'utf8'));

/** Folder with the contents of the image, and its processes, without a container. */
export type Image = {
  readonly folder: string;
  readonly dataDir: string;
  /** Writes the files of the compose file's secrets, by name. */
  readonly writeSecrets: (secrets: Readonly<Record<string, string>>) => void;
  /** Starts a service of the compose file with its command and variables, with overrides. */
  readonly start: (service: string, changes: Readonly<Record<string, string>>) => ChildProcess;
  /** Runs a command of the image. @throws Error with its output when it fails */
  readonly exec: (args: readonly string[], environment: Readonly<Record<string, string>>) => Promise<string>;
  readonly remove: () => void;
};

/**
 * Executes the Dockerfile's steps on a plain folder: copies what COPY copies and removes what `npm prune` and `rm`
 * remove. The application belongs to root, the processes run as another user. `npm ci` and `npm run build` are not
 * repeated: the results in this checkout are used.
 */
export async function makeImage(): Promise<Image> {
  const [build, final] = readDockerfile();
  const whole = mkdtempSync(join(tmpdir(), 'einvoice-image-'));
  chmodSync(whole, 0o755);
  const [made, folder, dataDir, secretsDir] = ['build', 'service', 'data', 'secrets'].map((name) =>
    join(whole, name),
  ) as [string, string, string, string];
  for (const path of [made, folder, secretsDir]) mkdirSync(path, { mode: 0o755 });
  for (const line of allOf(build!, 'COPY')) {
    const names = line.split(' ');
    const to = names.pop()!;
    for (const name of names)
      cpSync(join(root, name), join(made, to, names.length > 1 ? name : ''), { recursive: true });
  }
  await run('cp', ['-rl', join(root, 'node_modules'), join(made, 'node_modules')]);
  await compileForReferenceValidator();
  cpSync(join(await builtService(), 'dist'), join(made, 'dist'), { recursive: true, dereference: true });
  prune(made);
  for (const line of allOf(build!, 'RUN').filter((text) => text.startsWith('rm -rf ')))
    for (const path of line.slice('rm -rf '.length).split(' '))
      rmSync(join(made, path), { recursive: true, force: true });
  const [step = ''] = allOf(build!, 'RUN').filter((text) => text.startsWith('node '));
  await run(process.execPath, step.split(' ').slice(1), { cwd: made });
  for (const line of allOf(final!, 'COPY')) {
    const [, from = '', to = ''] = /^--from=build \/service\/(\S+) (\S+)$/.exec(line) ?? [];
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    await run('mv', [join(made, from), join(folder, to)]);
  }
  rmSync(made, { recursive: true });

  const isRoot = process.getuid?.() === 0;
  // Root's files are read-only for the user of the image; without root, permissions simulate this.
  await run('chmod', ['-R', isRoot ? 'u=rwX,go=rX' : 'a=rX', join(folder, 'dist'), join(folder, 'schematron')]);
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) await run('chown', [`${NODE_UID}:${NODE_UID}`, dataDir]);
  const user = isRoot ? { uid: NODE_UID, gid: NODE_UID } : {};
  const [program = '', ...flags] = JSON.parse(onlyOf(final!, 'ENTRYPOINT')) as string[];
  const variables = Object.fromEntries(allOf(final!, 'ENV').map((text) => text.split('=') as [string, string]));
  const place = (args: readonly string[], environment: Readonly<Record<string, string>>) => ({
    args: [...flags, ...args],
    options: { cwd: folder, env: { PATH: process.env.PATH, ...variables, ...environment, DATA_DIR: dataDir }, ...user },
  });
  const { services } = readCompose();
  return {
    folder,
    dataDir,
    writeSecrets: (secrets) => {
      for (const [name, text] of Object.entries(secrets)) writeFileSync(join(secretsDir, name), `${text}\n`);
    },
    start: (name, changes) => {
      const { command = [], environment = {} } = services[name]!;
      const fixed = Object.entries(environment).map(([key, value]) => [
        key,
        fillIn(String(value)).replace('/run/secrets', secretsDir),
      ]);
      const { args, options } = place(command, { ...Object.fromEntries(fixed), ...changes });
      return spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    },
    exec: async (args, environment) => {
      const { args: all, options } = place(args, environment);
      return (await run(program, all, options)).stdout.trim();
    },
    remove: () => rmSync(whole, { recursive: true, force: true }),
  };
}

/** Interpolates as Compose does with an empty .env: defaults apply, and the test supplies required values. */
const fillIn = (text: string): string =>
  text.replace(/\$\{\w+(?::-([^}]*)|:\?[^}]*)?\}/g, (_, fallback) => fallback ?? '');

/** Removes what `npm prune --omit=dev` removes, according to the lockfile. */
function prune(folder: string): void {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev = false }] of Object.entries(lock.packages))
    if (dev && existsSync(join(folder, path))) rmSync(join(folder, path), { recursive: true });
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true });
}
