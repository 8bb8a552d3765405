import { randomBytes } from 'node:crypto';
import { makeSeal } from '../../src/modules/evidence/index.ts';
import { makeTransparency, type Transparency } from '../../src/modules/evidence/transparency/index.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';
import { testLog } from './database.ts';
import { makeTestHttp } from './webhooks.ts';

type Parts = Parameters<typeof makeTransparency>[0];

/** Transparency log of a database, by default with the real clock; its writer runs only after it is started. */
export const makeTestTransparency = (db: Database, parts: Partial<Parts> = {}): Transparency =>
  makeTransparency({
    db,
    seal: () => makeSeal('a secret of the tests alone, 32 or more'),
    origin: 'log.example/log',
    witnesses: [],
    validatedBy: () => [],
    http: makeTestHttp(),
    now: () => Date.now(),
    random: randomBytes,
    log: testLog,
    metrics: makeMetrics('test'),
    ...parts,
  });
