import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fitToMemory, keepRunning, makeContainerMemory, readConfig, usableMemory } from '../../src/platform/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'einvoice-cgroup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Memory of a control group with these files, in the kernel's format. */
function read(own: string, files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'cgroup', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${text}\n`);
  }
  writeFileSync(join(folder, 'own'), `${own}\n`);
  const { limit, kills } = makeContainerMemory(join(folder, 'cgroup'), join(folder, 'own'));
  return [limit(), kills()];
}

it.each([
  [
    'version 2 in a container',
    '0::/',
    { 'memory.max': '536870912', 'memory.events': 'low 0\nhigh 0\nmax 7\noom 5\noom_kill 5\noom_group_kill 0' },
    [536_870_912, 5],
  ],
  [
    'version 2 of a systemd unit, with a lower limit above it',
    '0::/system.slice/einvoice.service',
    {
      'system.slice/memory.max': '268435456',
      'system.slice/einvoice.service/memory.max': '1073741824',
      'system.slice/einvoice.service/memory.events': 'oom 1\noom_kill 2',
    },
    [268_435_456, 2],
  ],
  ['version 2 without a limit', '0::/', { 'memory.max': 'max', 'memory.events': 'oom_kill 0' }, [null, 0]],
  [
    'version 1',
    '12:cpu,cpuacct:/\n5:memory:/docker/abc\n0::/',
    {
      'memory/docker/abc/memory.limit_in_bytes': '536870912',
      'memory/docker/abc/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 3',
    },
    [536_870_912, 3],
  ],
  [
    'version 1 in a container without the path of the host',
    '5:memory:/docker/abc',
    { 'memory/memory.limit_in_bytes': '536870912', 'memory/memory.oom_control': 'oom_kill 1' },
    [536_870_912, 1],
  ],
  ['version 1 without a limit', '5:memory:/', { 'memory/memory.limit_in_bytes': '9223372036854771712' }, [null, null]],
  ['no control groups', '', {}, [null, null]],
])('reads the limit and the OOM kills of %s', (_, own, files, expected) => {
  expect(read(own, files)).toEqual(expected);
});

it('skips the warm-up and warns below the minimum memory of the control group or the machine', () => {
  const config = readConfig({ DATA_DIR: folder });
  const warned: unknown[] = [];
  const log = { warn: (fields: unknown) => void warned.push(fields) };
  const [GIB, MIB] = [1024 ** 3, 1024 ** 2];
  const warmsUp = (limit: number | null, total: number) =>
    fitToMemory(config, log as never, usableMemory({ limit: () => limit }, total)).warmUp;
  expect([warmsUp(GIB, 4 * GIB), warmsUp(null, 4 * GIB)]).toEqual([true, true]);
  // The kernel of a machine of 1 GiB reserves some of it.
  expect(warmsUp(null, 960 * MIB)).toBe(true);
  expect(warned).toEqual([]);
  expect([warmsUp(GIB - 1, 4 * GIB), warmsUp(null, 512 * MIB), warmsUp(4 * GIB, 512 * MIB)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(warned).toEqual([
    { memory_bytes: GIB - 1, memory_of: 'control group', least_memory_bytes: GIB },
    { memory_bytes: 512 * MIB, memory_of: 'machine', least_memory_bytes: GIB },
    { memory_bytes: 512 * MIB, memory_of: 'machine', least_memory_bytes: GIB },
  ]);
});

it('logs whether a killed process was killed by the OOM killer', async () => {
  const script = join(folder, 'killed.mjs');
  writeFileSync(script, "process.kill(process.pid, 'SIGKILL');\n");
  const counts = [4, 5, 5];
  const lines: string[] = [];
  const log = { error: (_: unknown, message: string) => void lines.push(message), debug: () => undefined };
  const supervised = keepRunning({
    ...{ name: 'killed', script, parameters: [], options: [] },
    log: log as never,
    memory: { kills: () => counts.shift() ?? 5 },
  });
  supervised.ready.catch(() => undefined);
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  await supervised.stop(1_000);
  expect(lines[0]).toContain('killed by the memory limit of its control group');
  expect(lines[1]).toBe('process exited, restarting');
});
