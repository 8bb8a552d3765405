import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Group of processes limited to a share of one processor, even when others are idle. */
export type CpuShare = {
  readonly add: (pid: number) => void;
  /** In units of one processor; null: no limit. */
  readonly limit: (share: number | null) => void;
  /** Call it after all processes of the group have ended. */
  readonly remove: () => void;
};

const PERIOD = 100_000;
const V1 = '/sys/fs/cgroup/cpu';
const V2 = '/sys/fs/cgroup';

/**
 * Creates the control group (cgroups v1 or v2).
 *
 * @returns null when the user lacks the permission
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
