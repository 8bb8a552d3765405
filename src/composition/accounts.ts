import { randomBytes } from 'node:crypto';
import { type Accounts, choosePlans, makeAccounts } from '../modules/accounts/index.ts';
import type { ProcessParts } from './process-parts.ts';

export function makeAccountsOf({ config, db, log, now, newId, cipher }: ProcessParts): Accounts {
  return makeAccounts({
    db,
    now,
    newId,
    random: randomBytes,
    ...(config.secretsKey !== null && { cipher }),
    environment: config.environment,
    plans: choosePlans(config.plans),
    keyRateLimit: config.keyRateLimit,
    onError: (error) => log.error({ err: error }, 'usage counts not written, retrying'),
  });
}
