/** `npm run load:vat`: see `load/vat.ts`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isBuilt } from './judging.ts';
import { runVatLoad } from './load/vat.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
process.exitCode = (await runVatLoad(ROOT, Number(values.seconds))) ? 0 : 1;
