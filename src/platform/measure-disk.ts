import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Metrics } from './metrics.ts';

/**
 * Registers gauges for the free space of the disk that holds DATA_DIR, measured at each scrape.
 *
 * @param dataDir absolute; when it does not exist, the disk of its nearest existing parent is measured
 */
export function measureDisk(metrics: Metrics, dataDir: string): void {
  metrics.gauge({
    name: 'data_dir_free_ratio',
    help: 'Which part of the disk under DATA_DIR is free for this process.',
    collect: async (gauge) => {
      const { bavail, blocks } = await statfsAbove(dataDir);
      gauge.set(blocks === 0 ? 1 : bavail / blocks);
    },
  });
}

/** Free and total bytes of the disk that holds a folder, or its nearest existing parent. */
export async function diskSpace(path: string): Promise<{ readonly free: number; readonly total: number }> {
  const { bavail, blocks, bsize } = await statfsAbove(path);
  return { free: bavail * bsize, total: blocks * bsize };
}

async function statfsAbove(path: string): Promise<StatsFs> {
  try {
    return await statfs(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return statfsAbove(dirname(path));
  }
}
