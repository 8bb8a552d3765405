import { describe, expect, it } from 'vitest';
import { renderStatus, type StatusShown } from '../../src/http/pages/index.ts';
import { readHtml } from './read-html.ts';

const period = {
  hours: 24,
  asked: 20_000,
  answered: 19_999,
  p95_ms: 1_250,
  since: '2026-11-22T10:00:00.000Z',
  states: [],
};
const SHOWN: StatusShown = {
  origin: 'https://invoices.example',
  now: Date.UTC(2026, 10, 23, 10, 5),
  failing: [],
  periods: [period, { ...period, hours: 720, states: [{ country_code: 'EL', asked: 2, answered: 1 }] }],
  states: [
    { country_code: 'EL', status: 'degraded' },
    { country_code: 'XI', status: 'unknown' },
  ],
  isSandbox: false,
  peppol: { network: 'participant.sml.example', answeredAt: new Date('2026-11-23T09:00:00Z') },
  publicUrl: 'https://faktury.example',
  dataLocation: 'Bratislava <b>',
};
const textOf = (shown: Partial<StatusShown>, language: 'sk' | 'en'): string =>
  readHtml(renderStatus({ ...SHOWN, ...shown }, language)).text.replaceAll('\u00a0', ' ');

describe('status page', () => {
  it('shows measured availability and never rounds up to 100 %', () => {
    const text = textOf({}, 'sk');
    expect(text).toContain('Posledných 24 hodín20 00099,99 %1,25 s');
    expect(text).toContain('Grécko ELodpovedá s výpadkami–50 %');
    expect(text).toContain('sa neoverovalo číslo z týchto štátov: Severné Írsko XI.');
    expect(text).toContain('Zistené 23. 11. 2026 10:05');
    expect(text).toContain('participant.sml.example. Naposledy odpovedala 23. 11. 2026 09:00');
    expect(text).toContain('https://faktury.example je šifrovaná');
    expect(text).toContain('uložené tu: Bratislava <b>.');
  });

  it.each([
    [{ asked: 3, answered: 3 }, '100 %'],
    [{ asked: 3, answered: 0 }, '0 %'],
    [{ asked: 10, answered: 9 }, '90 %'],
    [{ asked: 100_000, answered: 99_999 }, '99.99 %'],
    [{ asked: 0, answered: 0 }, '–'],
  ])('shows %o as %s', (counts, share) => {
    const text = textOf({ periods: [{ ...period, ...counts, p95_ms: 300 }] }, 'en');
    expect(text).toMatch(
      new RegExp(`Last 24 hours[\\d,]+?${share}300 ms`.replace('[\\d,]+?', `${counts.asked.toLocaleString('en')}`)),
    );
  });

  it('shows failing parts and unknown values', () => {
    const text = textOf(
      {
        failing: ['database'],
        publicUrl: null,
        origin: 'https://invoices.example',
        dataLocation: null,
        isSandbox: true,
        peppol: { network: 'sandbox', answeredAt: null },
      },
      'en',
    );
    expect(text).toContain('does not respond: database.');
    expect(text).toContain('No public address is configured');
    expect(text).toContain('The operator has not stated');
    expect(text).toContain('This is a sandbox');
    expect(textOf({ publicUrl: 'http://faktury.example' }, 'en')).toContain('is not encrypted (HTTP)');
  });
});
