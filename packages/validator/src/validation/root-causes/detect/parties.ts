import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { attributeOf, childrenOf, elementAt, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { rulesOf } from './vat-rules.ts';

/** Detects exchanged electronic addresses of seller and buyer, and incomplete addresses. */
export function detectParties(found: Case): Mistake[] {
  if (found.root === null) return [];
  return [...detectSwapped(found), ...detectSameIco(found), ...detectAddresses(found)];
}

const partyOf = (found: Case, side: 'Supplier' | 'Customer'): XmlElement | null =>
  elementAt(found.root!, `cac:Accounting${side}Party/cac:Party`);

/** The ten-digit numbers that identify a Slovak party, from its tax numbers. */
function numbersOf(party: XmlElement): Set<string> {
  const numbers = childrenOf(party, 'cac:PartyTaxScheme').map((scheme) => textAt(scheme, 'cbc:CompanyID') ?? '');
  return new Set(numbers.map((number) => number.replace(/^SK/, '')).filter((number) => /^\d{10}$/.test(number)));
}

/**
 * Detects electronic addresses that contain the number of the other party, which SK-R-030 to -032 report separately.
 */
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

/**
 * The digits of a Slovak IČ DPH (BT-31, BT-48); `own`: those of the DIČ and the electronic address of the same party.
 */
type Numbers = { readonly scheme: XmlElement | null; readonly vat: string; readonly own: ReadonlySet<string> };

function readNumbers(party: XmlElement): Numbers {
  const schemes = childrenOf(party, 'cac:PartyTaxScheme');
  const isVat = (scheme: XmlElement): boolean => textAt(scheme, 'cac:TaxScheme/cbc:ID') === 'VAT';
  const scheme = schemes.find(isVat) ?? null;
  const vat = /^SK(\d{10})$/.exec((scheme && textAt(scheme, 'cbc:CompanyID')) ?? '')?.[1] ?? '';
  const endpoint = elementAt(party, 'cbc:EndpointID');
  const address = endpoint !== null && attributeOf(endpoint, 'schemeID') === '0245' ? textOf(endpoint) : '';
  const others = schemes.filter((it) => !isVat(it)).map((it) => textAt(it, 'cbc:CompanyID') ?? '');
  return { scheme, vat, own: new Set([address, ...others].filter((number) => /^\d{10}$/.test(number))) };
}

/** Whether the VAT number of a party belongs to the other party. */
const isOthers = ({ vat, own }: Numbers, other: Numbers): boolean =>
  vat !== '' && !vat.startsWith('7') && own.size > 0 && !own.has(vat) && other.own.has(vat);

/**
 * Detects an IČ DPH at the wrong party, or exchanged ones (BT-31, BT-48), by comparison with DIČ and electronic
 * addresses.
 */
export function detectOthersNumbers(found: Case): Mistake[] {
  const rules = found.openOf('SK-R-030', 'SK-R-031', 'SK-R-087');
  if (found.root === null || rules.length === 0) return [];
  const [first, second] = [partyOf(found, 'Supplier'), partyOf(found, 'Customer')];
  if (first === null || second === null) return [];
  const [seller, buyer] = [readNumbers(first), readNumbers(second)];
  const [ofSeller, ofBuyer] = [isOthers(seller, buyer), isOthers(buyer, seller)];
  if (!ofSeller && !ofBuyer) return [];
  const at = (ofSeller ? seller : buyer).scheme!;
  const issues = found.claim(rules);
  if (ofSeller && ofBuyer) {
    const [one, other] = [elementAt(at, 'cbc:CompanyID')!, elementAt(buyer.scheme!, 'cbc:CompanyID')!];
    const swap = (): Correction | null => {
      const edits = [found.editor().replaceText(one, textOf(other)), found.editor().replaceText(other, textOf(one))];
      const correction = toCorrection(edits);
      return correction === null ? null : { ...correction, id: 'swap' };
    };
    const values = { found: `SK${seller.vat}`, expected: `SK${buyer.vat}` };
    return [
      { id: 'vat-numbers-swapped', issues, location: locationOf(one), confidence: 0.9, values, corrections: [swap] },
    ];
  }
  // If the seller charges VAT without a VAT number, its number is the one at the buyer.
  if (seller.scheme === null) issues.push(...found.claim(found.openOf('SK-R-040', ...rulesOf('02', '03', '04'))));
  const { own } = ofSeller ? seller : buyer;
  const [address] = own;
  return [
    {
      id: 'vat-number-of-other-party',
      issues: issues.sort((a, b) => a - b),
      location: locationOf(at),
      confidence: 0.9,
      values: {
        whose: ofSeller ? SELLER : BUYER,
        other: ofSeller ? BUYER : SELLER,
        found: `SK${ofSeller ? seller.vat : buyer.vat}`,
        expected: own.size === 1 ? `SK${address}` : '',
      },
    },
  ];
}

const SELLER: Text = { sk: 'predávajúceho', en: 'seller' };
const BUYER: Text = { sk: 'kupujúceho', en: 'buyer' };

/** Detects the same IČO at both parties although their other numbers differ (BT-30, BT-47). */
function detectSameIco(found: Case): Mistake[] {
  const rules = found.openOf('SK-R-087');
  const parties = [partyOf(found, 'Supplier'), partyOf(found, 'Customer')];
  const [one, other] = parties.map((party) => (party === null ? null : elementAt(party, REGISTRATION)));
  const [seller, buyer] = parties.map((party) => (party === null ? null : readNumbers(party)));
  if (rules.length === 0 || one == null || other == null || seller == null || buyer == null) return [];
  const isOtherwiseSame = [seller.vat, ...seller.own].some(
    (it) => it !== '' && (it === buyer.vat || buyer.own.has(it)),
  );
  if (isOtherwiseSame || textOf(one) !== textOf(other)) return [];
  return [
    {
      id: 'ico-of-both',
      issues: found.claim(rules),
      location: locationOf(other),
      confidence: 0.9,
      values: { found: textOf(one) },
    },
  ];
}

const REGISTRATION = 'cac:PartyLegalEntity/cbc:CompanyID';

const PARTS: readonly (readonly [path: string, text: Text])[] = [
  ['cbc:StreetName', { sk: 'ulica s číslom', en: 'street and number' }],
  ['cbc:CityName', { sk: 'obec', en: 'town' }],
  ['cbc:PostalZone', { sk: 'PSČ', en: 'post code' }],
];

/** Reports incomplete addresses of Slovak parties (BT-35, BT-37, BT-38; BT-50, BT-52, BT-53). */
function detectAddresses(found: Case): Mistake[] {
  const sides = [
    ['SK-R-033', 'Supplier', SELLER],
    ['SK-R-034', 'Customer', BUYER],
  ] as const;
  return sides.flatMap(([rule, side, owner]) => {
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
        whose: owner,
        parts: { sk: missing.map(({ sk }) => sk).join(', '), en: missing.map(({ en }) => en).join(', ') },
      },
    };
  });
}
