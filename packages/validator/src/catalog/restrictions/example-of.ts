import type { Example } from '../texts/explanation.ts';
import { ciiSamplePlaces } from './cii-places.data.ts';
import { isCiiPart, labelOf } from './labels.ts';
import type { RestrictionFacts, Subject } from './restriction.ts';

/**
 * Generates a wrong and a right fragment for a restriction, starting below the document element. Other content is
 * shown as an ellipsis.
 */
export function exampleOf({ least, most, syntax }: RestrictionFacts, subject: Subject): Example {
  const owners = (syntax === 'cii' ? placeInCii(subject) : subject.owners).map((name) =>
    name === 'line' ? 'cac:InvoiceLine' : name,
  );
  if (subject.kind === 'attribute') {
    const element = owners.pop() ?? (syntax === 'cii' ? 'rsm:CrossIndustryInvoice' : 'cbc:ID');
    const value = sampleOf(element);
    const marked = write(element, `${value.attributes} ${subject.name.slice(1)}="${ATTRIBUTE_VALUE}"`, value.text);
    return {
      at: owners.join('/'),
      wrong: most === 0 ? marked : `${marked}\n${marked}`,
      right: most === 0 ? write(element, value.attributes, value.text) : marked,
    };
  }
  const { text, attributes } = sampleOf(subject.name);
  const one = write(subject.name, attributes, text);
  const right = most === 0 ? '' : one;
  const wrong =
    most === 0
      ? one
      : least > 0
        ? ''
        : Array(most + 1)
            .fill(one)
            .join('\n');
  return { at: owners.join('/'), wrong, right };
}

const ATTRIBUTE_VALUE = 'XYZ';

const write = (name: string, attributes: string, text: string): string => `<${name}${attributes}>${text}</${name}>`;

type Sample = { readonly attributes: string; readonly text: string };

/** Sample values by the suffix of the name, which determines the type in UBL. */
const SAMPLES: readonly (readonly [end: RegExp, sample: Sample])[] = [
  [/^(cac|ext):/, { attributes: '', text: '…' }],
  [/Indicator$/, { attributes: '', text: 'true' }],
  [/Date$/, { attributes: '', text: '2026-05-04' }],
  [/Time$/, { attributes: '', text: '10:30:00' }],
  [/UUID$/, { attributes: '', text: '1f0c9f5e-8a3b-4c41-9a62-0d5f4f6f2b11' }],
  [/Amount$/, { attributes: ' currencyID="EUR"', text: '10.00' }],
  [/Quantity$/, { attributes: ' unitCode="C62"', text: '1' }],
  [/Measure$/, { attributes: ' unitCode="DAY"', text: '30' }],
  [/(Numeric|Percent|Rate)$/, { attributes: '', text: '1' }],
  [/CurrencyCode$/, { attributes: '', text: 'EUR' }],
  [/CountryCode$|IdentificationCode$/, { attributes: '', text: 'SK' }],
  [/URI$/, { attributes: '', text: 'https://example.com/' }],
  [/BuildingNumber$|Floor$|Room$/, { attributes: '', text: '12' }],
  [/Code$/, { attributes: '', text: 'A1' }],
  [/CompanyID$/, { attributes: '', text: '31333532' }],
  [/PaymentID$/, { attributes: '', text: '20260042' }],
  [/LineID$/, { attributes: '', text: '1' }],
  [/ID$/, { attributes: '', text: '2026-0042' }],
];

/** Sample values that CII writes differently: amounts without currency, dates and booleans in elements. */
const CII_SAMPLES: typeof SAMPLES = [
  [/^udt:DateTime$/, { attributes: '', text: '2026-05-04T00:00:00' }],
  [/^udt:/, { attributes: '', text: 'true' }],
  [/DateTime$/, { attributes: '', text: '<udt:DateTimeString format="102">20260504</udt:DateTimeString>' }],
  [/Indicator$/, { attributes: '', text: '<udt:Indicator>true</udt:Indicator>' }],
  [/Amount$/, { attributes: '', text: '10.00' }],
  [/CountryID$/, { attributes: '', text: 'SK' }],
  [/TypeCode$/, { attributes: '', text: '380' }],
];

const OF_CII = /^(?:rsm|ram|udt|qdt):/;

function sampleOf(name: string): Sample {
  if (isCiiPart(name) || name === 'rsm:CrossIndustryInvoice') return { attributes: '', text: '…' };
  const samples = OF_CII.test(name) ? [...CII_SAMPLES, ...SAMPLES] : SAMPLES;
  return samples.find(([end]) => end.test(name))?.[1] ?? { attributes: '', text: labelOf(name).sk };
}

/** The owners below the document element; a place for those that may be anywhere. */
function placeInCii({ owners, anywhere }: Subject): readonly string[] {
  const [first, ...inner] = owners;
  const place = anywhere && first !== undefined ? ciiSamplePlaces.get(first) : undefined;
  return place === undefined ? owners : [...place.split('/'), ...inner];
}
