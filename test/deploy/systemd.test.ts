import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fileVariableOf, findRoot, readConfig, SECRETS, VARIABLES } from '../../src/platform/index.ts';

/** Compares the systemd unit with the service, and has systemd verify it where it is installed. */

const root = findRoot();
const unit = readFileSync(join(root, 'deploy/systemd/e-invoice.service'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'einvoice-unit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Values of a setting, in order. */
const valuesOf = (setting: string): string[] =>
  [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value]) => value!);

it('passes each credential to the service as the file of a secret', () => {
  const variables = valuesOf('Environment').map((text) => text.split('=') as [string, string]);
  const credentials = valuesOf('LoadCredential').map((text) => text.split(':')[0]!);
  const known: readonly string[] = [...VARIABLES, ...SECRETS.map(fileVariableOf)];
  expect(variables.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
  const files = variables.filter(([name]) => name.endsWith('_FILE'));
  expect(files.map(([, path]) => path)).toEqual(credentials.map((name) => `%d/${name}`));
  for (const name of credentials) writeFileSync(join(folder, name), name.repeat(4));
  const config = readConfig({
    ENVIRONMENT: 'production',
    ...Object.fromEntries(variables.map(([name, value]) => [name, value.replace('%d', folder)])),
  });
  expect(config).toMatchObject({
    dataDir: `/var/lib/${valuesOf('StateDirectory')[0]}`,
    evidenceSecret: 'evidence_secret'.repeat(4),
    secretsKey: 'secrets_key'.repeat(4),
  });
});

it('starts the program of `npm start`, restarts it except for an invalid configuration, and waits for its stop', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  expect(valuesOf('ExecStart')).toEqual([`/usr/bin/${scripts.start}`]);
  expect(valuesOf('RestartPreventExitStatus')).toEqual(['2']);
  // SUPERVISOR_LIMIT of src/main.ts.
  expect(Number(valuesOf('TimeoutStopSec')[0])).toBeGreaterThan(57);
});

it('operator commands get the same folders and secrets as the service', () => {
  const script = readFileSync(join(root, 'deploy/systemd/e-invoice'), 'utf8');
  for (const credential of valuesOf('LoadCredential'))
    expect(script).toContain(`--property=LoadCredential=${credential}`);
  for (const value of valuesOf('Environment'))
    expect(script).toContain(value.replace('=%d/', '="$CREDENTIALS_DIRECTORY/'));
  expect(script).toContain(`--working-directory=${valuesOf('WorkingDirectory')[0]}`);
  expect(script).toContain(`--property=EnvironmentFile=${valuesOf('EnvironmentFile')[0]}`);
  expect(script).toContain(`--uid=${valuesOf('User')[0]}`);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.skipIf(!hasSystemd)('is valid for systemd (skipped where systemd-analyze is not installed)', () => {
  const file = join(folder, 'e-invoice.service');
  // The paths of the installation do not exist on this machine.
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath).replaceAll('/opt/e-invoice', root));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  // Unknown settings are reported as text only.
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
