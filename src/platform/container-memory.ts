import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './log.ts';

/** Minimum memory of the complete service (deploy/README.md): API, workers, browser and embedded PostgreSQL. */
export const MIN_MEMORY_BYTES = 1024 ** 3;

/** A machine of 1 GiB reports less, because its kernel reserves some. */
const LEAST_MACHINE_BYTES = 896 * 1024 ** 2;

/** Memory of this process's control group. */
export type ContainerMemory = {
  /** Lowest limit of the group and its ancestors, in bytes; null: no limit, or no control groups. */
  readonly limit: () => number | null;
  /** Number of processes of the group killed by the OOM killer; null: unknown. */
  readonly kills: () => number | null;
};

/** Limits of cgroup v1 from this value on mean "unlimited": v1 reports the largest multiple of the page size. */
const NO_LIMIT = 2 ** 60;

function peek(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/**
 * Folders of the group and its ancestors. In a container the host's path does not exist; the result is then the root
 * only.
 */
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

/** Counter (such as `oom_kill 3`) from the first file that has it. */
function countIn(files: readonly string[]): number | null {
  for (const file of files) {
    const [, count] = /^oom_kill (\d+)$/m.exec(peek(file) ?? '') ?? [];
    if (count !== undefined) return Number(count);
  }
  return null;
}

/**
 * Reads cgroup v2 (`memory.max`, `memory.events`) and v1 (`memory.limit_in_bytes`, `memory.oom_control`).
 *
 * @param root mount point of the control groups
 * @param own file that lists the groups of this process
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

/** Memory that the service can use. */
export type UsableMemory = {
  readonly bytes: number;
  /** What limits it. */
  readonly of: 'control group' | 'machine';
  /** Whether it is less than all roles together need. */
  readonly isShort: boolean;
};

/** The limit of the control group, or the memory of the machine when that is less. */
export function usableMemory(
  { limit }: Pick<ContainerMemory, 'limit'> = makeContainerMemory(),
  total: number = totalmem(),
): UsableMemory {
  const bytes = limit();
  return bytes !== null && bytes < total
    ? { bytes, of: 'control group', isShort: bytes < MIN_MEMORY_BYTES }
    : { bytes: total, of: 'machine', isShort: total < LEAST_MACHINE_BYTES };
}

/**
 * Disables the warm-up, which dominates memory use at startup, when the container or the machine has less memory than
 * the service needs.
 *
 * @param log receives one warning; null: another process of the service logs it
 */
export function fitToMemory(config: Config, log: Pick<Log, 'warn'> | null, memory = usableMemory()): Config {
  const { bytes, of, isShort } = memory;
  if (!isShort) return config;
  log?.warn(
    { memory_bytes: bytes, memory_of: of, least_memory_bytes: MIN_MEMORY_BYTES },
    'less memory than the service needs: processes may be killed; the warm-up is skipped',
  );
  return { ...config, warmUp: false };
}
