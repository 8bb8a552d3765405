import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { findRoot } from '../../src/platform/index.ts';

const deploy = join(findRoot(), 'deploy');

/** Object of the manifests under `deploy/`; `any`, since each kind has a different structure. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas are Kubernetes', not ours.
export type Manifest = { readonly file: string; readonly kind: string; readonly metadata: { name: string } } & any;

/** All objects of a folder of `deploy/`. @throws Error when a file is not valid YAML */
export function readManifests(folder: 'kubernetes' | 'monitoring'): Manifest[] {
  const files = readdirSync(join(deploy, folder)).filter((name) => name.endsWith('.yaml'));
  return files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(deploy, folder, file), 'utf8'), { strict: true }).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]!.message}`);
      return { file, ...document.toJS() };
    }),
  );
}

export type Alert = { readonly alert: string; readonly expr: string; readonly annotations: Record<string, string> };

/** Alerts of the Prometheus rule. */
export const readAlerts = (): Alert[] =>
  readManifests('monitoring')
    .filter(({ kind }) => kind === 'PrometheusRule')
    .flatMap(({ spec }) => spec.groups.flatMap(({ rules }: { rules: Alert[] }) => rules));

/** Expressions with their location: of alerts, dashboards and autoscalers. */
export function listExpressions(): { readonly at: string; readonly expression: string }[] {
  const found = readAlerts().map(({ alert, expr }) => ({ at: alert, expression: expr }));
  for (const { kind, metadata, spec } of readManifests('monitoring'))
    if (kind === 'ScaledObject')
      for (const { metadata: trigger } of spec.triggers) found.push({ at: metadata.name, expression: trigger.query });
  for (const file of readdirSync(join(deploy, 'monitoring/dashboards'))) {
    const { panels } = parse(readFileSync(join(deploy, 'monitoring/dashboards', file), 'utf8'));
    for (const { title, targets } of panels)
      for (const { expr } of targets) found.push({ at: `${file}: ${title}`, expression: expr });
  }
  return found;
}
