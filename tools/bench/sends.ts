/** `npm run load:send`: see `load/sends.ts`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runSendLoad } from './load/sends.ts';
import { isBuilt } from './validation.ts';

const ROOT = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
if (!(await runSendLoad(ROOT, Number(values.seconds)))) process.exitCode = 1;
