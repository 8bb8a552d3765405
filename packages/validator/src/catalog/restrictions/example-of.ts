import type { Example } from '../texts/explanation.ts';
import { labelOf, type RestrictionFacts, type Subject } from './restriction.ts';

/**
 * Generates a wrong and a right fragment for a restriction, starting below the document element. Other content is
 * shown as an ellipsis.
 */
export function exampleOf({ least, most }: RestrictionFacts, subject: Subject): Example {
  const owners = subject.owners.map((name) => (name === 'line' ? 'cac:InvoiceLine' : name));
  if (subject.kind === 'attribute') {
    const element = owners.pop() ?? 'cbc:ID';
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

const sampleOf = (name: string): Sample =>
  SAMPLES.find(([end]) => end.test(name))?.[1] ?? { attributes: '', text: labelOf(name).sk };
