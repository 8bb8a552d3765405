import { expect } from 'vitest';
import { makeVat, type Vat } from '../../src/modules/vat/index.ts';
import { makeMetrics } from '../../src/platform/index.ts';

type VatParts = Parameters<typeof makeVat>[0];

/** VAT verification with only the passed sources; errors of background work fail the test. */
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

/** VAT verification of the sandbox, without network access. The caller closes it. */
export const makeSandboxVat = (db: VatParts['db']): Vat => makeTestVat({ db, allow: [] });
