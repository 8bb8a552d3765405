import { execFile } from 'node:child_process';
import { findRoot } from '../../src/platform/index.ts';
import { builtScript } from './built-service.ts';

/** Result of an operator command: `out` is standard output, `err` standard error. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `npm run cli -- …` in a separate process. */
export async function runCli(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Ran> {
  const script = await builtScript('cli');
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [script, ...args],
      { cwd: findRoot(), env: { ...process.env, DATABASE_URL: '', ENVIRONMENT: '', ...environment } },
      (_, out, err) => done({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() }),
    );
  });
}
