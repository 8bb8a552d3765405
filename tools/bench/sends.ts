/** `npm run load -- sends`: see `load/sends.ts`. */
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/platform/index.ts';
import { runSendLoad } from './load/sends.ts';
import { isBuilt } from './validation.ts';

const ROOT = findRoot();
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } });
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
if (!(await runSendLoad(ROOT, Number(values.seconds)))) process.exitCode = 1;
