/** `npm run bench -- sftp`: see `load/sftp.ts`. */
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/platform/index.ts';
import { runSftpLoad } from './load/sftp.ts';
import { isBuilt } from './validation.ts';

const ROOT = findRoot();
if (!isBuilt(ROOT)) throw new Error('the service is not built: npm run build');
const { values } = parseArgs({
  options: { files: { type: 'string', default: '10000' }, drops: { type: 'boolean', default: false } },
});
if (!(await runSftpLoad(ROOT, Number(values.files), values.drops))) process.exitCode = 1;
