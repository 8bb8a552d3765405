import type { RulePack } from '@e-invoice/validator/validation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import { fakeParts } from './fake-parts.ts';
import { fakeValidate } from './fake-validate.ts';

const makePack = (id: string, version: string, ruleIds: string[], on: string[] = []): RulePack =>
  ({
    info: {
      id,
      version,
      title: { sk: 'Balík', en: 'Pack' },
      conforms_to: 'A published release',
      published: '2026-03-01',
      mandatory_from: '2026-04-01',
      in_force_to: null,
      layer: 'EN16931',
      layers: [],
      on,
      for_customization: [],
    },
    ruleIds,
    digest: '1'.repeat(64),
    layers: ['EN16931'],
  }) as unknown as RulePack;

const ENGINE = { version: '1.2.3', digest: '0'.repeat(64) };

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  const packs = [
    makePack('en16931-ubl', '1.3.16', ['BR-01', 'BR-02']),
    makePack('unfinished', '1', [], ['not-installed']),
  ];
  api = await startApi(fakeParts({ engine: ENGINE, validator: { packs, validate: fakeValidate } }), {
    checkAnswers: 'throw',
  });
});
afterAll(() => api.close());

it('GET /api/rulesets lists the values of ?ruleset= with dates, rule counts and the digests used in evidence', async () => {
  const response = await fetch(`${api.url}/api/rulesets`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    engine: ENGINE,
    rulesets: [
      {
        id: 'en16931',
        version: '1.3.16',
        conforms_to: 'A published release',
        published: '2026-03-01',
        mandatory_from: '2026-04-01',
        in_force_from: '2026-04-01',
        in_force_to: null,
        rule_count: 2,
        packs: [{ id: 'en16931-ubl', version: '1.3.16', rule_count: 2, digest: '1'.repeat(64) }],
      },
    ],
  });
});
