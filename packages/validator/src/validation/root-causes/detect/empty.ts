import { locationOf, NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import type { Text } from '../../../issues/index.ts';
import { elementsIn, isNamed, textOf } from '../../ubl-elements.ts';
import type { Case, Mistake } from '../case.ts';
import { needs } from '../needs.data.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { termPathOf } from '../paths.ts';
import { onlyCurrency } from './currency.ts';
import { partOf } from './describe-path.ts';
import { claimReaders } from './readers.ts';
import { computedAt, damagesAt, isEmpty } from './values.ts';

/** Detects empty elements. Claims the issues of rules that forbid them, require a value there, or read it. */
export function detectEmpty(found: Case): Mistake[] {
  const elements = new Set<XmlElement>();
  const own = found.open(({ rule_id, value }, index) => {
    if (rule_id !== 'PEPPOL-EN16931-R008' && !(rule_id === 'UBL-STRUCTURE-VALUE-INVALID' && value === '')) return false;
    const element = found.elementOf(index);
    if (element === null || !isEmpty(element)) return false;
    elements.add(element);
    return true;
  });
  if (own.length === 0) return [];
  const outermost = [...new Set([...elements].map(emptyAround))];
  const places = new Set([...elements, ...outermost].map((element) => locationOf(element)));
  // A group that contains an empty element may be required too.
  const around = new Set([...places].flatMap(wayTo));
  const wanting = found.open(({ rule_id, location, value }) => {
    if (places.has(location) && value === '') return true;
    const need = needs.get(rule_id);
    return (
      need
        ?.split('|')
        .some(
          (path) => around.has(`${location}/${path}`) || wayTo(path).some((step) => places.has(`${location}/${step}`)),
        ) === true
    );
  });
  const issues = found.claim([...own, ...wanting]);
  issues.push(...claimReaders(found, damagesAt(elements)));
  const nameOfFirst = partOf(termPathOf([...elements][0]!));
  const values = {
    ...(elements.size > 1 && { places: String(elements.size), first: nameOfFirst }),
    name: nameOfFirst,
    ...([...elements].every(isOrderNumber) && { option: STATE_NA }),
  };
  // Only a verified removal shows that the rules do not require the element.
  const remove = () => {
    const removed = toCorrection(outermost.map((element) => found.editor().remove(element)));
    return (
      removed && { ...removed, texts: { id: 'elements-empty' as const, values: { ...values, option: LEAVE_OUT } } }
    );
  };
  // A value that the rest of the invoice determines is filled in, not removed.
  const state = () =>
    toCorrection(
      [...elements].map((element) => {
        const value = valueFor(found, element);
        return value === null ? null : found.editor().replaceText(element, value);
      }),
    );
  return [
    {
      id: 'elements-empty',
      // A required element needs a value; removing it would leave an issue.
      isWholeOnly: true,
      issues: issues.sort((a, b) => a - b),
      confidence: 0.9,
      values,
      corrections: [state, remove],
    },
  ];
}

/** The only possible value of an empty element, or null. */
function valueFor(found: Case, element: XmlElement): string | null {
  if (element.local === 'DocumentCurrencyCode') return onlyCurrency(found);
  return isTaxOfCategory(element) ? 'VAT' : computedAt(found, element);
}

/** Whether an element names the tax of a VAT category. */
const isTaxOfCategory = ({ local, parent }: XmlElement): boolean =>
  local === 'ID' &&
  parent.kind === NodeKind.ELEMENT &&
  parent.local === 'TaxScheme' &&
  parent.parent.kind === NodeKind.ELEMENT &&
  parent.parent.local.endsWith('TaxCategory');

const LEAVE_OUT: Text = { sk: 'alebo ich vynechajte', en: 'or leave them out' };

/** UBL requires the number of an order reference; Peppol BIS Billing 3.0 names `NA` for a seller without the number. */
const isOrderNumber = ({ parent }: XmlElement): boolean =>
  parent.kind === NodeKind.ELEMENT && isNamed(parent, 'cac:OrderReference');

const STATE_NA: Text = {
  sk: 'bez čísla objednávky uveďte NA, alebo vynechajte aj ostatné údaje objednávky',
  en: 'state NA without an order number, or leave out the other data of the order too',
};

/** A path and all its prefixes: a rule that requires a name also requires the party that contains it. */
const wayTo = (path: string): string[] => {
  const steps = path.split('/');
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
};

/** The outermost ancestor without any text content. */
function emptyAround(element: XmlElement): XmlElement {
  const { parent } = element;
  if (parent.kind !== NodeKind.ELEMENT || parent.parent.kind !== NodeKind.ELEMENT) return element;
  return isHollow(parent) ? emptyAround(parent) : element;
}

const isHollow = (element: XmlElement): boolean =>
  textOf(element) === '' && elementsIn(element).every((child) => isHollow(child));
