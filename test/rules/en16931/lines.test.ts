import { beforeAll, describe, expect, it } from 'vitest';
import { attribute, type Mutation, makeCreditNote, makeInvoice, remove, text } from '../../support/invoice-builder.ts';
import { makeJudge } from '../../support/judge-en16931.ts';

let judge: (xml: string) => string[];
beforeAll(async () => {
  judge = await makeJudge();
});

const LINE = 'cac:InvoiceLine[1]';
const ITEM = `${LINE}/cac:Item`;

describe('lines', () => {
  it.each<[string[], Mutation[]]>([
    [['BR-21'], [remove(`${LINE}/cbc:ID`)]],
    [['BR-22', 'BR-23'], [remove(`${LINE}/cbc:InvoicedQuantity`)]],
    [['BR-23'], [attribute(`${LINE}/cbc:InvoicedQuantity`, 'unitCode', null)]],
    [['BR-24', 'BR-CO-10', 'BR-S-08'], [remove(`${LINE}/cbc:LineExtensionAmount`)]],
    [['BR-25'], [text(`${ITEM}/cbc:Name`, ' ')]],
    [['BR-26', 'BR-27'], [remove(`${LINE}/cac:Price/cbc:PriceAmount`)]],
    [['BR-27'], [text(`${LINE}/cac:Price/cbc:PriceAmount`, '-0.01')]],
    [['BR-28'], [text(`${LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, '-50')]],
    [['BR-54'], [remove(`${ITEM}/cac:AdditionalItemProperty/cbc:Value`)]],
    [['BR-64'], [attribute(`${ITEM}/cac:StandardItemIdentification/cbc:ID`, 'schemeID', null)]],
    [['BR-65'], [attribute(`${ITEM}/cac:CommodityClassification/cbc:ItemClassificationCode`, 'listID', null)]],
    [['BR-CO-04', 'BR-S-08', 'UBL-SR-48'], [remove(`${ITEM}/cac:ClassifiedTaxCategory`)]],
  ])('%j', (expected, mutations) => {
    expect(judge(makeInvoice(...mutations))).toEqual(expected);
  });

  it('a price of nothing is a price', () => {
    expect(judge(makeInvoice(text(`${LINE}/cac:Price/cbc:PriceAmount`, '0')))).toEqual([]);
  });

  it('a credit note has its own quantity', () => {
    expect(judge(makeCreditNote(remove('cac:CreditNoteLine/cbc:CreditedQuantity')))).toEqual(['BR-22', 'BR-23']);
  });
});
