import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRoot } from '../../platform/index.ts';

/** Version of the published contract, in its `info`. */
export const VERSION: string = JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8')).version;
