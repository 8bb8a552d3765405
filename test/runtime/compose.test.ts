import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  fileVariableOf,
  findRoot,
  readConfig,
  SECRETS,
  VARIABLES,
  validationNodeOptions,
} from '../../src/platform/index.ts';
import { SOURCES } from '../support/built-service.ts';
import { allOf, onlyOf } from '../support/dockerfile.ts';
import { readCompose, readDockerfile } from '../support/image.ts';

/** Compares docker-compose.yml and the Dockerfile with the service. test/flows/image.long.test.ts runs them. */

const KNOWN = new Set<string>([...VARIABLES, ...SECRETS.map(fileVariableOf)]);
const root = findRoot();
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const { services, volumes, secrets } = readCompose();
const OURS = ['migrate', 'api', 'workers'] as const;
const [build, final] = readDockerfile() as [ReturnType<typeof readDockerfile>[0], ReturnType<typeof readDockerfile>[0]];

/** Variables of a service after Compose's substitution. */
const variablesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]!.environment ?? {}).map(([key, value]) => [
      key,
      String(value).replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, _name, fallback) => fallback ?? ''),
    ]),
  );

const secretsDir = mkdtempSync(join(tmpdir(), 'einvoice-compose-'));
afterAll(() => rmSync(secretsDir, { recursive: true }));

const SECRET_FILES: Record<string, string> = {
  database_url: 'postgres://einvoice:word@postgres:5432/einvoice',
  evidence_secret: 'e'.repeat(32),
  secrets_key: 's'.repeat(32),
};

/** Variables of a service with secrets that are mounted in a temporary folder. */
function withSecrets(name: string): Record<string, string> {
  for (const secret of services[name]!.secrets ?? []) writeFileSync(join(secretsDir, secret), SECRET_FILES[secret]!);
  return Object.fromEntries(
    Object.entries(variablesOf(name)).map(([key, value]) => [key, value.replace('/run/secrets', secretsDir)]),
  );
}

describe('variables', () => {
  it.each(OURS)('of %s are read by the service and form a valid production configuration', (name) => {
    expect(Object.keys(variablesOf(name)).filter((key) => !KNOWN.has(key))).toEqual([]);
    const config = readConfig(withSecrets(name), { alone: true });
    expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0', dataDir: '/data' });
    expect(config).toMatchObject({
      databaseUrl: SECRET_FILES.database_url,
      evidenceSecret: SECRET_FILES.evidence_secret,
      secretsKey: SECRET_FILES.secrets_key,
    });
  });

  it('of .env.example are used, and it describes how to create every secret', () => {
    const example = read('.env.example');
    for (const [name, { file }] of Object.entries(secrets)) {
      expect(file).toBe(`./secrets/${name}`);
      expect(example).toContain(`> secrets/${name}\n`);
    }
    const used = Object.values(services).flatMap((service) => service.secrets ?? []);
    expect([...new Set(used)].sort()).toEqual(Object.keys(secrets).sort());
    const compose = read('docker-compose.yml');
    for (const [, name] of example.matchAll(/^(\w+)=/gm))
      expect(KNOWN.has(name!) || compose.includes(`\${${name}`), name).toBe(true);
    expect(OURS.map((name) => services[name]!.env_file)).toEqual(['.env', '.env', '.env']);
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['.env', '/secrets/']));
    expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'secrets']));
  });
});

it('uses commands that the service has', () => {
  for (const name of OURS) {
    const [script = ''] = services[name]!.command!;
    expect(existsSync(join(root, script.replace(/^dist\//, '').replace(/\.js$/, '.ts'))), script).toBe(true);
  }
  expect(OURS.map((name) => services[name]!.command!.slice(1))).toEqual([
    ['migrate'],
    ['--run=api'],
    ['--run=workers'],
  ]);
  const [, release] = /^node:(\d+)-/.exec(onlyOf(final, 'FROM'))!;
  expect(JSON.parse(onlyOf(final, 'ENTRYPOINT'))).toEqual(['node', ...validationNodeOptions(`${release}.0.0`)]);
});

it('publishes only the API, not the metrics', () => {
  const { PORT, METRICS_PORT } = variablesOf('api');
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(published).toEqual([
    ['api', `\${LISTEN:-127.0.0.1:8080}:${PORT}`],
    ['caddy', '80:80'],
    ['caddy', '443:443'],
  ]);
  expect(services.caddy).toMatchObject({ profiles: ['tls'], environment: { UPSTREAM: `api:${PORT}` } });
  expect(services.api!.expose).toEqual([METRICS_PORT]);
  expect(onlyOf(final, 'EXPOSE')).toBe(`${PORT} ${METRICS_PORT}`);
  expect(services.api!.healthcheck!.test.join(' ')).toContain(`http://127.0.0.1:${PORT}/readyz`);
});

it('writable paths are volumes that the user may write to', () => {
  for (const name of OURS) {
    const { volumes: mounted = [], read_only, tmpfs = [] } = services[name]!;
    expect(mounted).toEqual([`data:${variablesOf(name).DATA_DIR}`]);
    expect(read_only).toBe(true);
    // Chromium is started by a script in this folder.
    expect(tmpfs).toEqual(['/tmp:exec,mode=1777']);
  }
  for (const { volumes: mounted = [] } of Object.values(services))
    for (const volume of mounted) {
      const [from = ''] = volume.split(':');
      if (from.startsWith('./')) expect(existsSync(join(root, from)), from).toBe(true);
      else expect(Object.keys(volumes)).toContain(from);
    }
  expect(allOf(final, 'ENV')).toContain('DATA_DIR=/data');
  expect(allOf(final, 'RUN').join('\n')).toContain('install --directory --owner=node --group=node --mode=0700 /data');
  expect(onlyOf(final, 'USER')).toBe('node');
});

it('services start after their dependencies are healthy, and the schema is migrated once', () => {
  for (const { depends_on = {} } of Object.values(services))
    for (const [name, { condition }] of Object.entries(depends_on)) {
      if (condition === 'service_healthy') expect(services[name]!.healthcheck, name).toBeDefined();
      else expect([name, condition]).toEqual(['migrate', 'service_completed_successfully']);
    }
  expect(services.migrate!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  for (const name of ['api', 'workers'])
    expect(services[name]!.depends_on).toEqual({
      migrate: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
});

it('the image is built from the files that the build reads, and contains the files that the service reads', () => {
  const named = allOf(build, 'COPY').flatMap((line) => line.split(' ').slice(0, -1));
  // The package manifests of the workspaces are copied first, so that a source change does not repeat the
  // installation.
  const copied = named.filter((name) => !/^packages\/[\w-]+\/package\.json$/.test(name));
  // The documents are served as pages; the build does not read them.
  expect(copied.sort()).toEqual([...SOURCES, 'docs', 'package-lock.json', '.npmrc'].sort());
  for (const name of copied) expect(existsSync(join(root, name)), name).toBe(true);
  for (const name of copied) expect(read('.dockerignore').split('\n')).not.toContain(name);
  const [from] = onlyOf(final, 'FROM').split(' ');
  const [major = 0] = /node:(\d+)/.exec(from!)!.slice(1).map(Number);
  expect(major).toBeGreaterThanOrEqual(20);
});
