import type { XmlElement } from '@e-invoice/schematron/xml';
import { correctIco } from '../../../check-digits.ts';
import type { Text } from '../../../issues/index.ts';
import { vatSchemeAnywhere } from '../../../member-states.ts';
import { attributeOf, enclosing, isNamed, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import type { CauseId } from '../cause-texts.ts';
import { identifierRules } from '../identifier-rules.data.ts';
import { replaceCodes, sameScheme } from './codes.ts';
import { leaveVat } from './non-payer.ts';
import { groupBy } from './remaining.ts';
import { countryOf, isSlovakNumber, putPrefix } from './vat-prefix.ts';

/** Detects identifiers with a wrong format or check digit. */
export function detectIdentifiers(found: Case): Mistake[] {
  const indexes = found.open(({ rule_id }) => identifierRules.get(rule_id) !== undefined);
  return [...groupByParty(found, indexes)].map(([key, group]) => {
    const id = key.split(' ')[0] as CauseId;
    // If a Slovak party should not use the scheme, the scheme is the mistake, and the number is part of it.
    const scheme = sameScheme(found, group);
    if (scheme.length > 0) {
      return { id: 'slovak-address-scheme', issues: found.claim([...scheme, ...group]), confidence: 0.85 };
    }
    const foreign = id === 'dic-wrong' ? foreignAddress(found, group) : null;
    if (foreign !== null) return foreign;
    const issues = found.claim([...group, ...contradictions(found, group)]);
    const { value: own, expected, location } = found.issues[group[0]!]!;
    const element = found.elementOf(group[0]!);
    const value = own ?? (element === null ? null : textAt(element, 'cbc:CompanyID'));
    const withPrefix = id === 'vat-identifier-prefix' ? element : null;
    return {
      id: expected === null ? id : 'identifier-written',
      location,
      issues,
      confidence: 0.9,
      values: {
        found: value ?? '',
        expected: expected ?? '',
        hint: expected === null ? hintOn(id, value ?? '') : '',
        ...describeOwner(location, found.root),
        ...(id === 'vat-identifier-prefix' && describeExample(element)),
      },
      ...(withPrefix !== null && { corrections: withPrefixOrWithoutVat(found, withPrefix) }),
      // The correction changes the notation, never a digit.
      ...(expected !== null && { corrections: [() => replaceCodes(found, group)] }),
    };
  });
}

/** Reports an electronic address with the scheme of a Slovak DIČ at a party of another country; null for others. */
function foreignAddress(found: Case, group: readonly number[]): Mistake | null {
  const element = found.elementOf(group[0]!);
  const party = element === null ? null : enclosing(element, 'cac:Party');
  if (element === null || party === null || !isNamed(element, 'cbc:EndpointID')) return null;
  const country = textAt(party, 'cac:PostalAddress/cac:Country/cbc:IdentificationCode');
  if (country === null || country === 'SK' || attributeOf(element, 'schemeID') !== '0245') return null;
  const { location } = found.issues[group[0]!]!;
  const expected = vatSchemeAnywhere(country) ?? '';
  return {
    id: 'address-scheme-of-country',
    location,
    issues: found.claim([...group, ...contradictions(found, group)]),
    confidence: 0.9,
    values: { found: textOf(element), country, expected, ...describeOwner(location, found.root) },
  };
}

/** Groups issues by identifier and party. An account that is not a valid IBAN may also violate notation rules. */
function groupByParty(found: Case, indexes: readonly number[]): Map<string, number[]> {
  const kindOf = (index: number): CauseId => identifierRules.get(found.issues[index]!.rule_id)!;
  const accounts = new Set(
    indexes.filter((index) => kindOf(index) === 'iban-wrong').map((index) => found.elementOf(index)),
  );
  return groupBy(indexes, (index) => {
    const { location } = found.issues[index]!;
    const kind = accounts.has(found.elementOf(index)) ? 'iban-wrong' : kindOf(index);
    return `${kind} ${/\/cac:Accounting(?:Supplier|Customer)Party\b/.exec(location)?.[0] ?? ''}`;
  });
}

/** The party of the identifier, and where the issuer of the document stores it. */
function describeOwner(location: string, root: XmlElement | null): { readonly owner?: Text; readonly record: Text } {
  const side = /\/cac:Accounting(Supplier|Customer)Party\b/.exec(location)?.[1];
  if (side === undefined) return { record: RECORDS.other };
  const isSelfBilled = /:selfbilling[:-]/.test((root && textAt(root, 'cbc:CustomizationID')) ?? '');
  const isOwn = (side === 'Supplier') !== isSelfBilled;
  const owner = side === 'Supplier' ? { sk: 'predávajúceho', en: 'seller' } : { sk: 'kupujúceho', en: 'buyer' };
  return { owner, record: isOwn ? RECORDS.own : RECORDS.partner };
}

const RECORDS = {
  own: { sk: 'vo vlastných údajoch firmy v programe', en: 'in the data of your own company in the software' },
  partner: { sk: 'v karte partnera v programe', en: 'in the record of the partner in the software' },
  other: { sk: 'v karte toho, komu patrí', en: 'in the record of its bearer' },
} as const;

/** Rules that compare the identifiers of a party fail when one of them is wrong. */
function contradictions(found: Case, group: readonly number[]): number[] {
  const partyOf = (index: number): XmlElement | null => {
    const element = found.elementOf(index);
    return element === null ? null : enclosing(element, 'cac:Party');
  };
  const parties = new Set(group.map(partyOf));
  return found.openOf('SK-R-030', 'SK-R-031', 'SK-R-032').filter((index) => parties.has(partyOf(index)));
}

/** The format of the identifier in the party's country; empty when unknown. */
function describeExample(scheme: XmlElement | null): { example?: Text } {
  const country = countryOf(scheme);
  if (country === null || !/^[A-Z]{2}$/.test(country)) return {};
  if (country === 'SK') return { example: { sk: 'SK a desať číslic', en: 'SK and ten digits' } };
  const prefix = country === 'GR' ? 'EL' : country;
  return { example: { sk: `začína sa ${prefix}`, en: `it begins with ${prefix}` } };
}

/** Adds the prefix; the DIČ of a Slovak seller may also belong to a business that is not registered for VAT. */
function withPrefixOrWithoutVat(found: Case, scheme: XmlElement): Mistake['corrections'] {
  const isSeller = enclosing(scheme, 'cac:AccountingSupplierParty') !== null && countryOf(scheme) === 'SK';
  const isDic = isSlovakNumber(textAt(scheme, 'cbc:CompanyID') ?? '');
  return [() => putPrefix(found, scheme), ...(isSeller && isDic ? [() => leaveVat(found)] : [])];
}

const NO_PAYER: Text = {
  sk: 'Desať číslic bez predpony je DIČ; to má aj ten, kto platiteľom DPH nie je, a vtedy na toto miesto nepatrí.',
  en: 'Ten digits without a prefix are a DIČ; a business not registered for VAT has one too, and then it does not belong here.',
};
const IS_ICO: Text = {
  sk: 'Osem číslic je IČO, nie DIČ ani IČ DPH.',
  en: 'Eight digits are an IČO, neither a DIČ nor an IČ DPH.',
};

const IS_DIC: Text = {
  sk: 'Desať číslic je DIČ, nie IČO.',
  en: 'Ten digits are a DIČ and no IČO.',
};

const OLD_ACCOUNT: Text = {
  sk: 'Je to staré číslo účtu s kódom banky.',
  en: 'It is an old account number with the code of a bank.',
};
const IS_BIC: Text = {
  sk: 'Je to BIC (SWIFT), teda kód banky, nie účet.',
  en: 'It is a BIC (SWIFT), the code of a bank and no account.',
};

/** Describes the value used instead of an IBAN. */
function hintOnAccount(value: string): Text | string {
  if (/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/i.test(value.replaceAll(/\s/g, ''))) return IS_BIC;
  return value.includes('/') ? OLD_ACCOUNT : '';
}

/** Describes which other identifier a value probably is. */
function hintOn(id: string, value: string): Text | string {
  if (id === 'account-not-iban') return hintOnAccount(value);
  const digits = value.replace(/^SK/i, '').replaceAll(/\s/g, '');
  if (id === 'vat-identifier-prefix' && isSlovakNumber(digits)) return NO_PAYER;
  const isIco = /^\d{8}$/.test(digits) && correctIco(digits) === digits;
  if (id === 'ico-wrong') return isSlovakNumber(digits) ? IS_DIC : '';
  return isIco && /^(dic-wrong|vat-identifier-(wrong|prefix))$/.test(id) ? IS_ICO : '';
}
