import { expect } from 'vitest';
import { makeVat, type Vat } from '../../src/modules/vat/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';

type VatParts = Parameters<typeof makeVat>[0];

/** The verification with no sources but those that are given; what fails where nobody waits fails the test. */
export const makeTestVat = (parts: Pick<VatParts, 'db'> & Partial<VatParts>): Vat =>
  makeVat({
    process: 'test',
    now: Date.now,
    random: () => 0,
    metrics: makeMetrics('test'),
    onError: (error) => expect.unreachable(String(error)),
    restUrl: null,
    soapUrl: null,
    skRegister: null,
    allow: ['127.0.0.1'],
    ...parts,
  });

/** The verification of the sandbox: nobody is asked. Whoever made it closes it. */
export const makeSandboxVat = (db: VatParts['db']): Vat => makeTestVat({ db, allow: [] });
