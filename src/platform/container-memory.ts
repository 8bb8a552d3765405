import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** The least memory that the whole service runs in (deploy/README.md): API, workers, browser and embedded PostgreSQL. */
const LEAST_MEMORY_BYTES = 1024 ** 3;

/** Memory of the control group that this process runs in. */
export type ContainerMemory = {
  /** The lowest limit of the group and those above it, in bytes; null: there is none, or no control groups. */
  readonly limit: () => number | null;
  /** How many processes of the group were killed because its memory ran out; null: unknown. */
  readonly kills: () => number | null;
};

/** Limits of version 1 that stand for none: the largest multiple of a page. */
const NO_LIMIT = 2 ** 60;

function peek(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The folders of the group, from itself up to the root. In a container the path of the host is not there: then only the root. */
function foldersOf(root: string, path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '..');
  return Array.from({ length: parts.length + 1 }, (_, up) => join(root, ...parts.slice(0, parts.length - up)));
}

function lowest(files: readonly string[]): number | null {
  const limits = files
    .map((file) => Number(peek(file) ?? Number.NaN))
    .filter((limit) => Number.isFinite(limit) && limit > 0 && limit < NO_LIMIT);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The count in the first of the files that has one, such as `oom_kill 3`. */
function countIn(files: readonly string[]): number | null {
  for (const file of files) {
    const [, count] = /^oom_kill (\d+)$/m.exec(peek(file) ?? '') ?? [];
    if (count !== undefined) return Number(count);
  }
  return null;
}

/**
 * Reads control groups of versions 2 (`memory.max`, `memory.events`) and 1 (`memory.limit_in_bytes`, `memory.oom_control`).
 *
 * @param root where they are mounted
 * @param own the file with the groups of this process
 */
export function makeContainerMemory(root = '/sys/fs/cgroup', own = '/proc/self/cgroup'): ContainerMemory {
  const lines = (peek(own) ?? '').split('\n').map((line) => line.split(':'));
  const pathOf = (is: (controllers: string) => boolean): string | null =>
    lines.find(([, controllers = '']) => is(controllers))?.[2] ?? null;
  const first = pathOf((controllers) => controllers.split(',').includes('memory'));
  const folders =
    first === null
      ? foldersOf(root, pathOf((controllers) => controllers === '') ?? '/')
      : foldersOf(join(root, 'memory'), first);
  const files = (name: string): string[] => folders.map((folder) => join(folder, name));
  return {
    limit: () => lowest(files(first === null ? 'memory.max' : 'memory.limit_in_bytes')),
    kills: () => countIn(files(first === null ? 'memory.events' : 'memory.oom_control')),
  };
}

/**
 * The configuration for a control group with less memory than the service needs: without the warm-up, which takes most of
 * the memory of a start.
 *
 * @param log for one warning; null: another process of the service warns
 */
export function fitToMemory(
  config: Config,
  log: Pick<Log, 'warn'> | null,
  { limit }: Pick<ContainerMemory, 'limit'> = makeContainerMemory(),
): Config {
  const bytes = limit();
  if (bytes === null || bytes >= LEAST_MEMORY_BYTES) return config;
  log?.warn(
    { memory_bytes: bytes, least_memory_bytes: LEAST_MEMORY_BYTES },
    'the control group has less memory than the service needs: processes may be killed; the warm-up is skipped',
  );
  return { ...config, warmUp: false };
}
