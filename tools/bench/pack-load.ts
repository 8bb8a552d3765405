import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { medianOf } from './measure.ts';

/**
 * Milliseconds for loading a compiled pack in a new process, without loading the engine's code.
 *
 * @param code folder of the project's code, built or not
 */
export async function measurePackLoad(code: string, packFolder: string, cacheDir: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 6; run++) {
    const script = fileURLToPath(new URL('./pack-load-process.ts', import.meta.url));
    const child = fork(script, [code, packFolder, cacheDir]);
    const answers = [once(child, 'message'), once(child, 'exit').then(() => [null])];
    const [took] = (await Promise.race(answers)) as [number | null];
    if (took === null) throw new Error('the process that loads a pack exited early');
    // The first run may have to compile.
    if (run > 0) times.push(took);
    if (child.exitCode === null) await once(child, 'exit');
  }
  return medianOf(times);
}
