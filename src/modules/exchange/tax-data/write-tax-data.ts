import { termsAt } from '@e-invoice/validator/catalog';
import { makeTaxData, type TaxData, type TaxDataOptions, type Value } from './make-tax-data.ts';
import type { NamedValue } from './named-value.ts';
import { taxDataPage } from './tax-data-page.ts';

type TaxDataForm = 'json' | 'xml' | 'html';

export type WriteTaxDataOptions = TaxDataOptions & { readonly form: TaxDataForm; readonly language: 'sk' | 'en' };

/** UTF-8, encoded in the worker that creates the report, because the texts may have megabytes. */
export type WrittenTaxData =
  | { readonly form: 'xml' | 'html'; readonly text: Uint8Array }
  | {
      readonly form: 'json';
      readonly facts: Pick<TaxData, 'documentUuid' | 'scope' | 'missing'>;
      /** JSON: a string, and lists of NamedValue. */
      readonly xml: Uint8Array;
      readonly reported: Uint8Array;
      readonly dropped: Uint8Array;
    };

/**
 * Creates the tax data document of an invoice in the requested format.
 *
 * @returns null when the bytes are not a UBL invoice or credit note
 */
export function writeTaxData(bytes: Uint8Array, options: WriteTaxDataOptions): WrittenTaxData | null {
  const made = makeTaxData(bytes, options);
  if (made === null) return null;
  const { form, language, role } = options;
  const encoder = new TextEncoder();
  if (form === 'xml') return { form, text: encoder.encode(made.xml) };
  const named = makeNaming();
  const reported = made.reported.map(named);
  const dropped = made.dropped.map(named);
  if (form === 'html')
    return { form, text: encoder.encode(taxDataPage({ ...made, reported, dropped }, { language, role })) };
  const { documentUuid, scope, missing, xml } = made;
  return {
    form,
    facts: { documentUuid, scope, missing },
    xml: encoder.encode(JSON.stringify(xml)),
    reported: encoder.encode(JSON.stringify(reported)),
    dropped: encoder.encode(JSON.stringify(dropped)),
  };
}

/** Parts of a path that do not identify a term: positions, the attribute and the envelope. */
const AROUND = /\[\d+\]|\/@[^/]*$|^\/StandardBusinessDocument(?=\/)/g;

/** Creates a function that names values; cached by path, because lines repeat the same paths. */
function makeNaming(): (value: Value) => NamedValue {
  const known = new Map<string, Pick<NamedValue, 'terms' | 'name'>>();
  return (value) => {
    const place = value.path.replace(AROUND, '');
    let found = known.get(place);
    if (found === undefined) {
      found = nameOf(termsAt(place));
      known.set(place, found);
    }
    return { ...value, ...found };
  };
}

/** Allowances and charges, or two registrations, share a path, so all possible terms are returned. */
function nameOf(terms: ReturnType<typeof termsAt>): Pick<NamedValue, 'terms' | 'name'> {
  const inAll = (language: 'sk' | 'en'): string => terms.map(({ name }) => name[language]).join(' / ');
  return { terms: terms.map(({ id }) => id), name: terms.length === 0 ? null : { sk: inAll('sk'), en: inAll('en') } };
}
