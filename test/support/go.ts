import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Folder where Debian's `golang-golang-x-mod-dev` installs the packages of Go's checksum database. */
const PACKAGES = '/usr/share/gocode';

/** Why Go programs with these packages cannot be built here; null: they can. */
export const whyNoGo: string | null =
  spawnSync('go', ['version'], { stdio: 'ignore' }).status !== 0
    ? 'there is no go on the PATH'
    : existsSync(`${PACKAGES}/src/golang.org/x/mod/sumdb/tlog`)
      ? null
      : `${PACKAGES} has no golang.org/x/mod`;

/** Builds a program of one file without network access. @throws Error with the compiler's output */
export function buildGo(source: string, folder: string): string {
  const program = `${folder}/program`;
  const environment = {
    GO111MODULE: 'off',
    GOPATH: PACKAGES,
    GOCACHE: `${folder}/cache`,
    GOFLAGS: '',
    CGO_ENABLED: '0',
  };
  const built = spawnSync('go', ['build', '-o', program, source], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`${source}: ${built.stderr}`);
  return program;
}

/** Runs it as a child process. @returns its exit code and output */
export async function runGo(program: string, args: readonly string[]): Promise<{ status: number; out: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (out += bytes));
  const [status] = await once(child, 'close');
  return { status, out };
}
