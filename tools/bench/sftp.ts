/** `npm run bench:sftp`: see `load/sftp.ts`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runSftpLoad } from './load/sftp.ts';
import { isBuilt } from './validation.ts';

const ROOT = resolve(import.meta.dirname, '..');
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, drops: { type: 'boolean', default: false } },
});
if (!(await runSftpLoad(ROOT, Number(values.files), values.drops))) process.exitCode = 1;
