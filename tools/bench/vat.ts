/** `npm run load -- vat`: see `load/vat.ts` and `load/peppol.ts`. `-- --only=peppol` runs one of them. */
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/platform/index.ts';
import { runPeppolLoad } from './load/peppol.ts';
import { runVatLoad } from './load/vat.ts';
import { isBuilt } from './validation.ts';

const ROOT = findRoot();
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, only: { type: 'string', default: 'vat,peppol' } },
});
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
const loads = { vat: runVatLoad, peppol: runPeppolLoad };
for (const [name, run] of Object.entries(loads)) {
  if (values.only.split(',').includes(name) && !(await run(ROOT, Number(values.seconds)))) process.exitCode = 1;
}
