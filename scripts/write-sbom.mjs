/**
 * Writes the CycloneDX SBOM of the packages currently in `node_modules` to the named file. `npm sbom --omit=dev`
 * omits packages that both the service and a development tool need.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [file = 'sbom.json'] = process.argv.slice(2);
const whole = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const bill = JSON.parse(whole);
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const there = new Set(
  Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link && existsSync(path))
    .map(
      ([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    ),
);
const components = bill.components.filter((component) => there.has(component['bom-ref']));
const includedRefs = new Set([
  bill.metadata.component['bom-ref'],
  ...components.map((component) => component['bom-ref']),
]);
const dependencies = bill.dependencies
  .filter(({ ref }) => includedRefs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => includedRefs.has(other)) }));
writeFileSync(file, `${JSON.stringify({ ...bill, components, dependencies }, null, 2)}\n`);
