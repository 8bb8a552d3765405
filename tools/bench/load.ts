/** `npm run load`: see `load/run.ts`. */
import { runLoad } from './load/run.ts';

process.exitCode = (await runLoad(process.argv.slice(2))) ? 0 : 1;
