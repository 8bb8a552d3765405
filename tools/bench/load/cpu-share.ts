import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes that together get no more than a share of one processor, whatever else is idle. */
export type CpuShare = {
  readonly add: (pid: number) => void;
  /** In parts of one processor; null: no limit. */
  readonly limit: (share: number | null) => void;
  /** Once all its processes have ended. */
  readonly remove: () => void;
};

const PERIOD = 100_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Makes such a group of the kernel's (cgroups, either version).
 *
 * @returns null where this user may make none
 */
export function makeCpuShare(name: string): CpuShare | null {
  const isV1 = existsSync(join(V1, 'cpu.cfs_quota_us'));
  const folder = join(isV1 ? V1 : V2, name);
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  const group: CpuShare = {
    add: (pid) => write('cgroup.procs', String(pid)),
    limit: (share) => {
      const quota = share === null ? null : Math.round(share * PERIOD);
      if (isV1) {
        write('cpu.cfs_period_us', String(PERIOD));
        write('cpu.cfs_quota_us', String(quota ?? -1));
      } else write('cpu.max', `${quota ?? 'max'} ${PERIOD}`);
    },
    remove: () => rmdirSync(folder),
  };
  try {
    mkdirSync(folder);
    group.limit(null);
    return group;
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
}
