import { readFileSync } from 'node:fs';
import { digestTerms } from '@e-invoice/validator/invoice';
import { makeValidator, RulesetUnknown, type Validator } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { DraftInvoice } from '../../src/modules/drafts/index.ts';
import { makeValidationPool, type ValidationPool } from '../../src/modules/validation/index.ts';
import { previewOf } from '../../src/modules/validation/serve-request.ts';
import { warmUpRequest } from '../../src/modules/validation/warm-up.ts';
import { findRoot, makeMetrics } from '../../src/platform/index.ts';
import { makeInvoice as makeLargeInvoice } from '../../tools/bench/invoices.ts';
import { LEAST } from '../drafts/drafts.ts';
import { billing } from '../rules/peppol/peppol-invoice.ts';
import { testLog } from '../support/database.ts';
import { makeInvoice, remove, text } from '../support/invoice-builder.ts';

const today = '2026-11-21';
const setup = { root: findRoot(), dataDir: null, maxXmlBytes: 10 * 1024 * 1024, today };
const request = { filename: 'a.xml', today };

describe('validation in threads', () => {
  let validationPool: ValidationPool;
  let validator: Validator;
  beforeAll(async () => {
    const parts = { setup, threads: 2, timeLimit: 60_000, memoryLimit: 1_024, log: testLog };
    validationPool = makeValidationPool({ ...parts, metrics: makeMetrics('test') });
    validator = makeValidator({
      packs: await loadRulePacks(setup.root),
      structure: loadUblStructure(setup.root),
      codeLists: loadCodeLists(setup.root),
      limits: { bytes: setup.maxXmlBytes },
      digestTerms,
    });
  });
  afterAll(() => validationPool.close());

  it('warms up the thread for large files with a long and valid invoice', async () => {
    const { xml, validation } = await validationPool.preview(warmUpRequest(today), { owner: 'a' });
    expect(validation.valid).toBe(true);
    expect(xml.match(/<cac:InvoiceLine>/g)).toHaveLength(2_000);
  });

  it.each([
    ['a valid invoice', makeInvoice()],
    ['an invoice with a wrong sum', makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'))],
    ['a file that is not XML', '<Invoice><unclosed></Invoice>'],
    ['an empty file', ''],
    ['a large invoice', makeLargeInvoice(2_000)],
  ])('returns the result of the validator for %s', async (_, content) => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const copy = Buffer.from(bytes);
    const there = await validationPool.validate(bytes, request, { owner: 'a' });
    expect(there).toEqual({
      ...validator.validate(bytes, { ...request, clock: () => 0 }),
      duration_ms: expect.any(Number),
    });
    // The caller's bytes are not transferred.
    expect(Buffer.from(bytes).equals(copy)).toBe(true);
  });

  it('returns for small files in a group the result of each, and null for the others', async () => {
    const files = [
      { filename: 'sound.xml', bytes: Buffer.from(makeInvoice()) },
      { filename: 'large.xml', bytes: Buffer.from(makeLargeInvoice(2_000)) },
      {
        filename: 'wrong.xml',
        bytes: Buffer.from(makeInvoice(text('cac:LegalMonetaryTotal/cbc:PayableAmount', '1.00'))),
      },
      { filename: 'nothing.xml', bytes: Buffer.alloc(0) },
    ];
    const results = await validationPool.validateTogether(files, { today }, { owner: 'a' });
    expect(results.map((result) => result?.verdict ?? null)).toEqual(['valid', null, 'invalid', 'invalid']);
    for (const [index, { filename, bytes }] of files.entries()) {
      if (filename === 'large.xml') continue;
      const whole = validator.validate(bytes, { filename, today, clock: () => 0 });
      expect(JSON.parse(results[index]!.text)).toEqual({ ...whole, duration_ms: expect.any(Number) });
    }
    const refused = validationPool.validateTogether(files, { today, ruleset: 'nonsense' }, { owner: 'a' });
    await expect(refused).resolves.toEqual([null, null, null, null]);
    const gone = { owner: 'a', signal: AbortSignal.abort(new Error('gone')) };
    await expect(validationPool.validateTogether(files, { today }, gone)).rejects.toThrow('gone');
  });

  it('validates network messages with their own rules', async () => {
    const folder = `${setup.root}/schematron/network/canaries`;
    const findingsOf = (name: string) =>
      validationPool.validateStatusMessage(
        readFileSync(`${folder}/${name}.xml`),
        { pack: 'peppol-mls', today },
        { owner: 'a' },
      );
    expect(await findingsOf('peppol-mls.good')).toEqual([]);
    expect(await findingsOf('peppol-mls.bad')).toMatchObject([{ id: 'MLS-POSITIVE-FAILURE', en: expect.any(String) }]);
  });

  it('previews a draft like the validator, with its own rule set', async () => {
    const draft = DraftInvoice.parse(LEAST);
    const made = await validationPool.preview({ draft, today, reach: null }, { owner: 'a' });
    const here = previewOf(validator, { draft, today, reach: null });
    expect(made).toEqual({ ...here, validation: { ...here.validation, duration_ms: expect.any(Number) } });
    expect(made.validation.ruleset.id).toBe('peppol-bis-3+sk');
  });

  it('passes rule set, day and layers to the thread, and reports an unknown rule set like the validator', async () => {
    const bytes = Buffer.from(makeInvoice());
    const result = await validationPool.validate(
      bytes,
      { ...request, ruleset: 'en16931', layers: ['EN16931'] },
      { owner: 'a' },
    );
    expect(result.ruleset).toMatchObject({ id: 'en16931', layers: ['XML', 'EN16931'] });
    const unknown = validationPool.validate(bytes, { ...request, ruleset: 'nonsense' }, { owner: 'a' });
    await expect(unknown).rejects.toBeInstanceOf(RulesetUnknown);
    await expect(unknown).rejects.toMatchObject({ requested: 'nonsense', code: 'ruleset_unknown' });
  });

  it.each([
    ['2026-08-24', '2026.5', '1.3.16'],
    ['2026-08-23', '2025.11', '1.3.15-peppol'],
    ['2026-02-23', '2025.11', '1.3.15-peppol'],
    ['2026-02-22', '2025.5', '1.3.14'],
    ['2025-08-25', '2025.5', '1.3.14'],
  ])('on %s validates a Peppol invoice with release %s and EN 16931 %s', async (asOf, version, core) => {
    const bytes = Buffer.from(makeInvoice(...billing, remove('cbc:DueDate')));
    const options = { ...request, asOf, ruleset: 'peppol-bis-3' };
    const result = await validationPool.validate(bytes, options, { owner: 'a' });
    expect(result.ruleset).toMatchObject({
      version,
      coverage: 'full',
      packs: [
        { id: 'en16931-ubl', version: core },
        { id: 'peppol-bis-3', version },
      ],
    });
    // Up to release 1.3.15 an amount due requires a due date.
    expect(result.issues.some(({ rule_id }) => rule_id === 'BR-CO-25')).toBe(core !== '1.3.16');
    expect(result.issues).toEqual(validator.validate(bytes, { ...options, clock: () => 0 }).issues);
  });

  it('rejects days before the first release', async () => {
    const options = { ...request, asOf: '2025-08-24', ruleset: 'peppol-bis-3' };
    const result = validationPool.validate(Buffer.from(makeInvoice(...billing)), options, { owner: 'a' });
    await expect(result).rejects.toMatchObject({
      code: 'ruleset_unknown',
      installed: expect.arrayContaining(['peppol-bis-3@2025.5 (2025-08-25/2026-02-22)']),
    });
  });
});

it('rejects unfinished and new requests after the pool is closed', async () => {
  const validationPool = makeValidationPool({
    setup: { ...setup, root: 'broken' },
    threads: 1,
    timeLimit: 1_000,
    memoryLimit: 64,
    log: testLog,
    metrics: makeMetrics('test'),
    script: new URL('./poison-thread.ts', import.meta.url),
  });
  const result = validationPool.validate(Buffer.from('valid'), request, { owner: 'a' });
  await Promise.all([validationPool.close(), expect(result).rejects.toThrow('have ended')]);
  await expect(validationPool.validate(Buffer.from('valid'), request, { owner: 'a' })).rejects.toThrow('have ended');
});
