import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { attributeOf, childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Seller and buyer: whose electronic address is whose, and what their addresses lack. */
export function detectParties(found: Case): Mistake[] {
  if (found.root === null) return [];
  return [...detectSwapped(found), ...detectAddresses(found)];
}

const partyOf = (found: Case, side: 'Supplier' | 'Customer'): XmlElement | null =>
  elementAt(found.root!, `cac:Accounting${side}Party/cac:Party`);

/** The ten digits by which a Slovak party is known, of its tax numbers. */
function numbersOf(party: XmlElement): Set<string> {
  const numbers = childrenOf(party, 'cac:PartyTaxScheme').map((scheme) => textAt(scheme, 'cbc:CompanyID') ?? '');
  return new Set(numbers.map((number) => number.replace(/^SK/, '')).filter((number) => /^\d{10}$/.test(number)));
}

/** The electronic address of one party is the number of the other (SK-R-030 to -032 tell of it one by one). */
function detectSwapped(found: Case): Mistake[] {
  const [seller, buyer] = [partyOf(found, 'Supplier'), partyOf(found, 'Customer')];
  const [sellerEnd, buyerEnd] = [seller, buyer].map((party) =>
    party === null ? null : elementAt(party, 'cbc:EndpointID'),
  );
  const rules = found.openOf('SK-R-030', 'SK-R-031', 'SK-R-032');
  if (rules.length === 0 || seller === null || buyer === null || sellerEnd == null || buyerEnd == null) return [];
  const [ofSeller, ofBuyer] = [numbersOf(seller), numbersOf(buyer)];
  const [atSeller, atBuyer] = [textOf(sellerEnd), textOf(buyerEnd)];
  const isSwapped = ofSeller.has(atBuyer) && !ofSeller.has(atSeller) && (ofBuyer.size === 0 || ofBuyer.has(atSeller));
  if (!isSwapped || attributeOf(sellerEnd, 'schemeID') !== attributeOf(buyerEnd, 'schemeID')) return [];
  const swap = (): Correction | null => {
    const edits = [found.editor().replaceText(sellerEnd, atBuyer), found.editor().replaceText(buyerEnd, atSeller)];
    const correction = toCorrection(edits);
    return correction === null ? null : { ...correction, id: 'swap' };
  };
  return [
    {
      id: 'addresses-swapped',
      issues: found.claim([...rules, ...found.openOf('SK-R-087')]),
      location: locationOf(sellerEnd),
      confidence: 0.9,
      values: { found: atSeller, expected: atBuyer },
      corrections: [swap],
    },
  ];
}

const PARTS: readonly (readonly [path: string, text: Text])[] = [
  ['cbc:StreetName', { sk: 'ulica s číslom', en: 'street and number' }],
  ['cbc:CityName', { sk: 'obec', en: 'town' }],
  ['cbc:PostalZone', { sk: 'PSČ', en: 'post code' }],
];

/** What the addresses of Slovak parties lack (BT-35, BT-37, BT-38; BT-50, BT-52, BT-53). */
function detectAddresses(found: Case): Mistake[] {
  const sides = [
    ['SK-R-033', 'Supplier', { sk: 'predávajúceho', en: 'seller' }],
    ['SK-R-034', 'Customer', { sk: 'kupujúceho', en: 'buyer' }],
  ] as const;
  return sides.flatMap(([rule, side, whose]) => {
    const party = partyOf(found, side);
    const address = party === null ? null : elementAt(party, 'cac:PostalAddress');
    if (address === null || found.openOf(rule).length === 0) return [];
    const missing = PARTS.filter(([path]) => textAt(address, path) === null).map(([, text]) => text);
    if (missing.length === 0) return [];
    return {
      id: 'address-incomplete' as const,
      issues: found.claim(found.openOf(rule)),
      location: locationOf(address),
      confidence: 0.85,
      values: {
        whose,
        parts: { sk: missing.map(({ sk }) => sk).join(', '), en: missing.map(({ en }) => en).join(', ') },
      },
    };
  });
}
