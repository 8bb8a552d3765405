import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { agrees, NO_TRIAL } from '../../amounts/index.ts';
import { attributeOf, childrenOf, elementAt, elementsIn, enclosing, textAt } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { toCorrection } from '../patch/to-correction.ts';

/** Maximum number of elements renamed together. */
const MOST = 2_000;

const OF_INVOICES: readonly string[] = ['InvoiceTypeCode', 'InvoiceLine', 'InvoicedQuantity'];
const OF_CREDIT_NOTES: readonly string[] = ['CreditNoteTypeCode', 'CreditNoteLine', 'CreditedQuantity'];
const CREDIT_NOTE = /^(81|83|261|262|296|308|381|396|420|458|532)$/;

/**
 * Detects an invoice with the elements of a credit note, or vice versa, from a converter that renamed only part of
 * the document. If type code and document element agree, the elements are renamed; otherwise the user must decide.
 */
export function detectOtherKind(found: Case): Mistake[] {
  const { root } = found;
  if (root === null) return [];
  const isCreditNote = root.local === 'CreditNote';
  const [foreign, own] = isCreditNote ? [OF_INVOICES, OF_CREDIT_NOTES] : [OF_CREDIT_NOTES, OF_INVOICES];
  const misnamed = misnamedIn(root, foreign, isCreditNote);
  const [first] = misnamed;
  if (first === undefined) return [];
  const code = textAt(root, 'cbc:InvoiceTypeCode') ?? textAt(root, 'cbc:CreditNoteTypeCode') ?? '';
  const isAgreed = CREDIT_NOTE.test(code) === isCreditNote;
  const rename = (): Correction | null =>
    misnamed.length > MOST
      ? null
      : toCorrection(
          misnamed.map((element) => {
            const name = own[foreign.indexOf(element.local)]!;
            return found.editor().rename(element, `${name.endsWith('Line') ? 'cac' : 'cbc'}:${name}`);
          }),
        );
  const rules = ['UBL-STRUCTURE-ELEMENT-NOT-ALLOWED', 'UBL-STRUCTURE-ELEMENT-UNKNOWN', 'UBL-STRUCTURE-ELEMENT-MISSING'];
  const echoes = ['BR-CL-01', 'BR-04', 'BR-16', 'BR-22', 'PEPPOL-EN16931-P0100', 'PEPPOL-EN16931-P0101'];
  return [
    {
      id: 'elements-of-other-kind',
      issues: found.claim([...found.openOf(...rules, ...echoes), ...echoesOfLines(found, misnamed)]),
      location: locationOf(first),
      confidence: 0.95,
      values: {
        kind: isCreditNote ? { sk: 'dobropis', en: 'a credit note' } : { sk: 'faktúra', en: 'an invoice' },
        other: isCreditNote ? { sk: 'faktúry', en: 'an invoice' } : { sk: 'dobropisu', en: 'a credit note' },
        found: first.local,
        expected: own[foreign.indexOf(first.local)]!,
        ...(!isAgreed && code !== '' && { code }),
      },
      corrections: isAgreed ? [rename] : [],
    },
  ];
}

/**
 * Rules of lines that read no quantity because of its name: the amount agrees with the quantity, or its unit with that
 * of the price.
 */
function echoesOfLines(found: Case, misnamed: readonly XmlElement[]): number[] {
  const lines = new Set(misnamed.filter(({ local }) => local.endsWith('Quantity')).map(({ parent }) => parent));
  return found.openOf('PEPPOL-EN16931-R120', 'PEPPOL-EN16931-R130').filter((index) => {
    const element = found.elementOf(index);
    const line = element === null ? null : enclosing(element, 'line');
    if (element === null || line === null || !lines.has(line)) return false;
    const equation = found.equationOf(found.issues[index]!.rule_id, element);
    if (equation !== null) return agrees(equation, NO_TRIAL, false) === true;
    const [ofLine, ofPrice] = ['quantity', 'cac:Price/cbc:BaseQuantity'].map((path) => elementAt(line, path));
    return ofLine != null && ofPrice != null && attributeOf(ofLine, 'unitCode') === attributeOf(ofPrice, 'unitCode');
  });
}

/** Elements of the other kind: the type code, lines, and quantities in lines of either name. */
function misnamedIn(root: XmlElement, foreign: readonly string[], isCreditNote: boolean): XmlElement[] {
  const [code, line, quantity] = foreign;
  const own = childrenOf(root, 'line');
  const lines = elementsIn(root).filter(({ local }) => local === line);
  // `line` matches only the lines that belong to the document element, so both names are collected.
  const all = [
    ...new Set([...own, ...lines, ...elementsIn(root).filter(({ local }) => local === lineName(isCreditNote))]),
  ];
  return [
    ...elementsIn(root).filter(({ local }) => local === code),
    ...all.flatMap((it) => [
      ...(it.local === line ? [it] : []),
      ...elementsIn(it).filter(({ local }) => local === quantity),
    ]),
  ];
}

const lineName = (isCreditNote: boolean): string => (isCreditNote ? 'CreditNoteLine' : 'InvoiceLine');
