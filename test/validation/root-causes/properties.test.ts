import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { find, type Mutation, type Part } from '../../support/invoice-builder.ts';
import { peppolInvoice } from '../sbdh/envelope.ts';
import { faultsOfCauses, type JudgeFile, makeFileJudge } from './judge.ts';

let judge: JudgeFile;

beforeAll(async () => {
  judge = await makeFileJudge();
});

const partsOf = (part: Part): Part[] => [part, ...part.children.flatMap(partsOf)];

/** Anything done to any element: taken away, doubled, renamed, emptied, given another value or attribute. */
const damage = fc
  .record({
    at: fc.nat(400),
    kind: fc.constantFrom('remove', 'repeat', 'rename', 'text', 'attribute', 'reverse'),
    value: fc.constantFrom(
      '',
      '0',
      '-1',
      '1,5',
      '1.234',
      'x',
      'AE',
      'O',
      'SK',
      '2026-13-01',
      '999999999999999999.99',
      '<&>"\'',
    ),
  })
  .map(
    ({ at, kind, value }): Mutation =>
      (document) => {
        const parents = partsOf(document).filter(({ children }) => children.length > 0);
        const parent = parents[at % parents.length]!;
        const index = at % parent.children.length;
        const part = parent.children[index]!;
        if (kind === 'remove') parent.children.splice(index, 1);
        else if (kind === 'repeat') parent.children.splice(index, 0, structuredClone(part));
        else if (kind === 'rename') part.name = part.name.toLowerCase();
        else if (kind === 'attribute') part.attributes.set('currencyID', value);
        else if (kind === 'reverse') parent.children.reverse();
        else if (part.children.length === 0) part.text = value;
      },
  );

describe('whatever is wrong', () => {
  it('every fatal issue and warning has exactly one cause, and what is called proven is', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) => {
        const xml = peppolInvoice(...damages);
        expect(faultsOfCauses(judge(xml))).toEqual([]);
      }),
      { numRuns: 60, seed: 20261121 },
    );
  });

  it('the builder still damages what it should', () => {
    expect(() => peppolInvoice((document) => void find(document, 'cac:Nothing'))).toThrow(/has no/);
  });
});
