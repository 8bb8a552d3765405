import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCrossCheckedValidator } from '../support/cross-checked-validator.ts';
import { makeCreditNote, makeInvoice } from '../support/invoice-builder.ts';
import type { PackValidator } from '../support/pack-validator.ts';
import { BUYER, billing, home, SELLER } from './peppol/peppol-invoice.ts';

/**
 * A comment or processing instruction inside a value splits it into two text nodes, which makes published artefacts
 * fail. The string value (XDM) is unchanged, so the result must be the same and not undetermined.
 */
const interrupted = (xml: string): string =>
  xml.replace(
    />([^<>\s])([^<>]*)(?=<\/cbc:)/g,
    (_, first: string, rest: string) => `>${first}<!-- note -->${rest}<?pause?>`,
  );

const ROOT = new URL('../../', import.meta.url);
const canary = (name: string): string => readFileSync(new URL(`schematron/canaries/${name}.xml`, ROOT), 'utf8');

describe.each(['en16931-ubl/1.3.16', 'peppol-bis-3/2026.5', 'sk/1.0.0'])(
  'a comment inside every value, validated by %s',
  (folder) => {
    let pack: PackValidator;
    beforeAll(async () => {
      pack = await makeCrossCheckedValidator(folder);
    });

    const at = (country: string): string => makeInvoice(...billing, home(SELLER, country), home(BUYER, country));
    it.each([
      ['a valid invoice', makeInvoice(...billing)],
      ['a valid credit note', makeCreditNote(...billing)],
      ...['DE', 'DK', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE'].map((country) => [
        `an invoice at home in ${country}`,
        at(country),
      ]),
      ['an invalid invoice', canary('en16931-ubl.bad')],
      ['a second invalid invoice', canary('peppol-bis-3.bad')],
      ['a third invalid invoice', canary('sk.bad')],
    ])('does not change the result of %s', (_, xml) => {
      const found = pack.validate(interrupted(xml!));
      expect(interrupted(xml!)).not.toBe(xml);
      expect(found).toEqual(pack.validate(xml!));
      expect(found.filter((id) => id.endsWith('?'))).toEqual([]);
    });
  },
);
