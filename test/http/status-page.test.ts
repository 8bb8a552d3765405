import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../src/composition/api.ts';
import type { Vat } from '../../src/modules/vat/index.ts';
import { readHtml } from '../pages/read-html.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeSandboxPeppol } from '../support/peppol.ts';
import { makeTestVat } from '../support/vat.ts';
import { startViesDouble, type ViesDouble } from '../support/vies-double.ts';
import { fakeParts } from './fake-parts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let now = NOW;
let database: TestDatabase;
let double: ViesDouble;
let vat: Vat;
let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  database = await makeTestDatabase();
  double = await startViesDouble();
  vat = makeTestVat({ db: database.db, now: () => now, restUrl: double.restUrl });
  const peppol = makeSandboxPeppol(database.db, () => now);
  const made = fakeParts({ vat, peppol, now: () => now });
  const config = { ...made.config, viesUrl: double.restUrl, dataLocation: 'Bratislava' };
  api = await startApi({ ...made, config }, { checkAnswers: 'throw' });
});
afterAll(async () => {
  await api.close();
  await vat.close();
  await double.close();
  await database.drop();
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(api.url + path, { headers });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return readHtml(await response.text()).text.replaceAll('\u00a0', ' ');
};

it('/status shows measured availability, refreshed each minute, in the requested language', async () => {
  expect(await read('/status')).toContain('Posledných 24 hodín0––');
  const response = await fetch(`${api.url}/v1/vat/verify?vat=BE0428759497`, { headers: { 'X-API-Key': 'viewer' } });
  expect(response.status).toBe(200);
  // The page is public, so a month is counted at most once a minute.
  expect(await read('/status')).toContain('Posledných 24 hodín0––');
  now += 60_000;
  const text = await read('/status', { 'Accept-Language': 'en' });
  expect(text).toMatch(/Last 24 hours1100 %[\d.]+ m?s/);
  expect(text).toMatch(/Belgium BEavailable100 %100 %/);
  expect(text).toContain('data is stored here: Bratislava.');
  expect(text).not.toContain('This is a sandbox');
  expect(text).not.toContain(double.restUrl);
});

it('/status/ redirects to /status', async () => {
  const response = await fetch(`${api.url}/status/?lang=en`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, '/status?lang=en']);
});
