import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { makeRoutes } from '../../src/composition/routes.ts';
import { POOLS } from '../../src/lib/pools.ts';
import { findRoot, MANY_FLUSHES, readConfig, SMALL_HEAP, VARIABLES } from '../../src/platform/index.ts';
import { type Manifest, readAlerts, readManifests } from '../support/manifests.ts';

/**
 * Compares the manifests under deploy/ with the service. Their Prometheus queries are tested in
 * test/flows/monitoring.long.test.ts.
 */

const root = findRoot();
const kubernetes = readManifests('kubernetes');
const ofKind = (kind: string): Manifest[] => kubernetes.filter((object) => object.kind === kind);
const workloads = [...ofKind('Deployment'), ...ofKind('Job')];
const shared = ofKind('ConfigMap')[0]!.data as Record<string, string>;
const SECRETS: Record<string, string> = {
  DATABASE_URL: 'postgres://u:p@db:5432/einvoice',
  REDIS_URL: 'redis://redis:6379',
  EVIDENCE_SECRET: 'e'.repeat(32),
  SECRETS_KEY: 's'.repeat(32),
};

const variablesOf = ({ spec }: Manifest): Record<string, string> => {
  const [{ env, envFrom }] = spec.template.spec.containers;
  // Further secrets, such as the password in DATABASE_DIRECT_URL, come from the Secret only, by name.
  expect(envFrom).toEqual([{ configMapRef: { name: 'einvoice' } }, { secretRef: { name: 'einvoice' } }]);
  const own = env.map(({ name, value, valueFrom }: Manifest) => {
    if (valueFrom === undefined) return [name, value];
    expect(valueFrom.secretKeyRef).toMatchObject({ name: 'einvoice', key: name });
    return [name, SECRETS[name]];
  });
  return { ...shared, ...SECRETS, ...Object.fromEntries(own) };
};

describe.each(workloads.map((object) => [object.metadata.name as string, object]))('%s', (_, object) => {
  const pod = object.spec.template.spec;
  const [container] = pod.containers;
  const ports = Object.fromEntries(
    (container.ports ?? []).map(({ name, containerPort }: Manifest) => [name, containerPort]),
  );

  it('sets only variables that are read, which form a valid production configuration', () => {
    const variables = variablesOf(object);
    const others = Object.keys(variables).filter((name) => !(VARIABLES as readonly string[]).includes(name));
    expect(others).toEqual(container.args[1] === '--run=sftp' ? Object.keys(MANY_FLUSHES) : []);
    const config = readConfig(variables, { alone: true });
    expect(config).toMatchObject({ environment: 'production', host: '0.0.0.0', dataDir: '/data' });
    expect(config.evidenceSecret).toBe(SECRETS.EVIDENCE_SECRET);
    // Otherwise the transparency log would be named `localhost/log` forever.
    expect(config.publicUrl).toMatch(/^https:/);
    // Kubernetes would add variables for each Service, such as SFTP_PORT=tcp://10.0.0.1:22.
    expect(pod.enableServiceLinks).toBe(false);
    // Without these the pod waits for its Secret instead of restarting repeatedly.
    const needed = container.env.flatMap(({ name, valueFrom }: Manifest) => (valueFrom === undefined ? [] : [name]));
    expect(needed).toEqual(['DATABASE_URL', 'EVIDENCE_SECRET', 'SECRETS_KEY']);
    if (ports.http !== undefined) expect(ports.http).toBe(config.port);
    if (ports.metrics !== undefined) expect(config.metrics).toEqual({ host: '0.0.0.0', port: ports.metrics });
    if (ports.sftp !== undefined) expect(config.sftp).toMatchObject({ port: ports.sftp, root: '/sftp' });
  });

  it('starts a command that the image has', () => {
    const [script, argument] = container.args;
    expect(existsSync(join(root, script.replace(/^dist\//, '').replace(/\.js$/, '.ts'))), script).toBe(true);
    expect(argument).toMatch(object.kind === 'Job' ? /^migrate$/ : /^--run=(api|workers|sftp)$/);
    expect(container.image).toBe('e-invoice-service');
  });

  it('has the Node options and threads of the same process under `npm start`', () => {
    if (container.args[1] !== '--run=sftp') return expect(container.command).toBeUndefined();
    expect(container.command).toEqual(['node', ...SMALL_HEAP]);
    expect(variablesOf(object)).toMatchObject(MANY_FLUSHES);
  });

  it('does not run as root, writes to volumes only, and has no unneeded privileges', () => {
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: 1000,
      runAsGroup: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const mounted = Object.fromEntries(
      container.volumeMounts.map(({ name, mountPath }: Manifest) => [mountPath, name]),
    );
    const written = ['/data', '/tmp', ...(container.args[1] === '--run=sftp' ? ['/sftp'] : [])];
    expect(Object.keys(mounted).sort()).toEqual(written.sort());
    expect(pod.volumes.map(({ name }: Manifest) => name).sort()).toEqual(Object.values(mounted).sort());
    expect(container.resources.requests.memory).toBeDefined();
    expect(container.resources.limits.memory).toBeDefined();
  });

  it.skipIf(object.kind === 'Job' || container.args[1] === '--run=sftp')('spreads its pods over nodes', () => {
    expect(pod.topologySpreadConstraints).toEqual([
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: object.spec.selector.matchLabels },
      },
    ]);
  });

  it.runIf(object.kind === 'Job')('fails when it takes longer than an operator would wait', () => {
    expect(object.spec.activeDeadlineSeconds).toBeLessThanOrEqual(3600);
  });

  it("has an init process that reaps Chromium's child processes, where Chromium runs", () => {
    const [, argument] = container.args;
    const prints = argument === '--run=api' || /browser=[1-9]/.test(variablesOf(object).WORKER_CONCURRENCY ?? '');
    expect(pod.shareProcessNamespace).toBe(prints ? true : undefined);
  });

  it.skipIf(object.kind === 'Job')('has probes on its listening port, and time to shut down', () => {
    const served = new Set(makeRoutes(new AbortController().signal).map(({ path }) => path));
    for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = container[name].httpGet;
      expect(served.has(path), path).toBe(true);
      expect(Object.keys(ports)).toContain(port);
      expect(path).toBe(name === 'readinessProbe' ? '/readyz' : '/healthz');
    }
    // A pod with traffic continues until all clients know that it ends. Uses node for the pause, since the image may
    // have no shell.
    const [program, , pauses] = container.lifecycle?.preStop.exec.command ?? [];
    const takesCallers = ports.http !== undefined || ports.sftp !== undefined;
    expect(program).toBe(takesCallers ? 'node' : undefined);
    const pause = takesCallers ? Number(/^setTimeout\(\(\) => {}, (\d+)\)$/.exec(pauses)?.[1]) / 1000 : 0;
    if (takesCallers) expect(pause).toBeGreaterThanOrEqual(5);
    // The service shuts down within 30 seconds, and the grace period includes the pause.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30 + pause);
    expect(object.spec.selector.matchLabels).toEqual(object.spec.template.metadata.labels);
  });
});

it('every worker pool belongs to exactly one deployment', () => {
  const workers = workloads.filter(({ spec }) => spec.template.spec.containers[0].args[1] === '--run=workers');
  const taken = workers.flatMap((object) => {
    const { pools } = readConfig(variablesOf(object));
    expect(Object.keys(pools).sort()).toEqual([...POOLS].sort());
    return POOLS.filter((pool) => pools[pool] !== 0);
  });
  expect(taken.sort()).toEqual([...POOLS].sort());
});

it('services, disruption budgets and autoscalers refer to existing deployments and ports', () => {
  const byName = new Map(ofKind('Deployment').map((object) => [object.metadata.name, object]));
  const componentOf = (labels: Record<string, string>) => labels['app.kubernetes.io/component'] ?? '';
  for (const { spec } of ofKind('Service')) {
    const [{ ports }] = byName.get(componentOf(spec.selector)).spec.template.spec.containers;
    const names = ports.map(({ name }: Manifest) => name);
    for (const { targetPort } of spec.ports) expect(names).toContain(targetPort);
  }
  for (const { spec } of ofKind('PodDisruptionBudget')) {
    expect(byName.has(componentOf(spec.selector.matchLabels))).toBe(true);
    expect(spec.maxUnavailable).toBe(1);
  }
  const scaled = [...ofKind('HorizontalPodAutoscaler'), ...readManifests('monitoring')].flatMap(
    ({ spec }) => spec?.scaleTargetRef?.name ?? [],
  );
  expect(scaled.sort()).toEqual(['api', 'workers-browser', 'workers-cpu']);
  for (const [name, { spec }] of byName) {
    // A fixed number of replicas would override the autoscaler's decision.
    if (scaled.includes(name)) expect(spec.replicas, name).toBeUndefined();
    else expect(spec.replicas, name).toBeGreaterThan(0);
  }
  for (const name of scaled) expect(byName.has(name)).toBe(true);
  const [monitor] = readManifests('monitoring').filter(({ kind }) => kind === 'ServiceMonitor');
  const service = ofKind('Service').find(({ metadata }) => metadata.name === 'api')!;
  expect(service.metadata.labels).toMatchObject(monitor.spec.selector.matchLabels);
  // The service's metrics have their own label `job`.
  expect(monitor.spec.endpoints).toMatchObject([{ port: 'metrics', path: '/metrics', honorLabels: true }]);
  expect(service.spec.ports.map(({ name }: Manifest) => name)).toContain('metrics');
});

it('a rollout starts with the migration and its dependencies, without other processes', () => {
  const first = kubernetes.filter(({ metadata }) => metadata?.labels?.rollout === 'first');
  expect(first.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'ConfigMap einvoice',
    'Job migrate',
    'NetworkPolicy einvoice',
  ]);
  const guide = readFileSync(join(root, 'deploy/README.md'), 'utf8');
  const steps = [
    'apply --kustomize deploy/kubernetes --selector rollout=first',
    'wait --for=condition=complete --timeout=10s job/migrate',
    'wait --for=condition=failed --timeout=0 job/migrate',
    'apply --kustomize deploy/kubernetes\n',
  ].map((step) => guide.indexOf(step));
  expect(steps).not.toContain(-1);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
});

it('network policies permit ports that are listened on', () => {
  const listened = new Set(
    workloads.flatMap(({ spec }) =>
      (spec.template.spec.containers[0].ports ?? []).map(({ containerPort }: Manifest) => containerPort),
    ),
  );
  for (const { spec } of ofKind('NetworkPolicy'))
    for (const { ports } of spec.ingress) for (const { port } of ports) expect(listened.has(port)).toBe(true);
});

it('a kustomization lists every file of its folder, and nothing else', () => {
  for (const folder of ['kubernetes', 'monitoring'] as const) {
    const objects = readManifests(folder);
    const { resources, configMapGenerator = [] } = objects.find(({ kind }) => kind === 'Kustomization')!;
    const others = new Set(objects.map(({ file }) => file));
    others.delete('kustomization.yaml');
    expect([...resources].sort()).toEqual([...others].sort());
    for (const { files } of configMapGenerator)
      expect(files.sort()).toEqual(
        readdirSync(join(root, 'deploy/monitoring/dashboards'))
          .map((name) => `dashboards/${name}`)
          .sort(),
      );
  }
});

/** Alertmanager and Grafana show `runbook_url` as a link. */
function runbookOf({ runbook_url }: Record<string, string>): { name: string; url: URL } {
  const url = new URL(runbook_url!);
  return { name: url.pathname.split('/').at(-1)!, url };
}

it('every alert has a runbook, and every runbook an alert', () => {
  const pages = readAlerts().map(({ alert, annotations }) => {
    const { name, url } = runbookOf(annotations);
    expect(url.protocol).toBe('https:');
    const page = readFileSync(join(root, 'deploy/runbooks', name), 'utf8');
    expect(page.startsWith(`# ${alert}\n`), name).toBe(true);
    for (const part of ['## What it means', '## Where to look', '## What to do']) expect(page).toContain(part);
    return name;
  });
  expect(pages.sort()).toEqual(readdirSync(join(root, 'deploy/runbooks')).sort());
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!hasPromtool)('alerts, evaluated by promtool', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { spec } = readManifests('monitoring').find(({ kind }) => kind === 'PrometheusRule')!;
  writeFileSync(join(folder, 'rules.yml'), stringify(spec));

  const promtool = (...parameters: string[]): string => {
    const { status, stdout, stderr } = spawnSync('promtool', parameters, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  };

  it('are valid rules', () => {
    expect(promtool('check', 'rules', 'rules.yml')).toBe('');
  });

  it.each<[string, string, Record<string, string>, Record<string, string>]>([
    [
      'TargetDown',
      'one of several targets does not respond',
      {
        'up{namespace="einvoice",pod="api-1"}': '1x20',
        'up{namespace="einvoice",pod="api-2"}': '1 0x20',
        'up{namespace="other",pod="x"}': '0x20',
      },
      { namespace: 'einvoice', pod: 'api-2', severity: 'warning' },
    ],
    [
      'QueueUnavailable',
      'Redis does not respond',
      {
        'readiness_check{process="api-1",check="queue",required="false"}': '1 0x20',
        'readiness_check{process="workers-1",check="queue",required="true"}': '1x20',
      },
      { process: 'api-1', severity: 'critical' },
    ],
    [
      'TransparencyLogFork',
      'the first answer of its kind comes',
      {
        'log_witness_answers_total{process="workers-1",witness="w",outcome="fork"}': '0x8 1x12',
        'log_witness_answers_total{process="workers-1",witness="w",outcome="signed"}': '0+1x20',
      },
      { severity: 'critical' },
    ],
  ])('%s fires when %s, and only then', (alertname, _, series, labels) => {
    const test = {
      rule_files: ['rules.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          alert_rule_test: [
            { eval_time: '0m', alertname, exp_alerts: [] },
            {
              eval_time: '10m',
              alertname,
              exp_alerts: [
                {
                  exp_labels: labels,
                  exp_annotations: readAlerts().find(({ alert }) => alert === alertname)!.annotations,
                },
              ],
            },
          ],
        },
      ],
    };
    writeFileSync(join(folder, `${alertname}.yml`), stringify(test));
    expect(promtool('test', 'rules', `${alertname}.yml`)).toBe('');
  });
});
