import { readFileSync } from 'node:fs';
import type { FileResult } from '@e-invoice/validator/issues';
import { describe, expect, it } from 'vitest';
import { renderSheet } from '../../src/modules/rendering/html/index.ts';
import {
  describeVerdict,
  isUnread,
  readLinkReport,
  renderLinkReport,
  renderReport,
  writeLinkReport,
  writeMail,
} from '../../src/modules/result-view/index.ts';

const GOLDEN = JSON.parse(
  readFileSync(new URL('../golden/wrong-amount-due/validation.json', import.meta.url), 'utf8'),
) as FileResult;
const [ISSUE] = GOLDEN.issues;
const TRANSACTION = '/CrossIndustryInvoice/rsm:SupplyChainTradeTransaction';
const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem[2]`;
const RATE = `${TRANSACTION}/ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax`;

const at = (rule_id: string, location: string, business_terms: readonly string[] = []): FileResult => ({
  ...GOLDEN,
  document_type: 'cii',
  issues: [{ ...ISSUE!, layer: 'CII', rule_id, location, business_terms }],
});
const VALIDATED = at('BR-CO-16', `${LINE}/ram:SpecifiedLineTradeSettlement`, ['BT-131']);
const UNSUPPORTED = at('CII-UNSUPPORTED', '/CrossIndustryInvoice');

describe('a CII invoice', () => {
  it('has a verdict on its mistakes once it is validated, also in a mail and behind a link', () => {
    const verdict = 'Do not send: 1 mistake';
    expect(isUnread('cii', VALIDATED.issues)).toBe(false);
    expect(describeVerdict(VALIDATED, 'en').headline).toBe(verdict);
    expect(writeMail(VALIDATED, 'en')).toContain('1 mistake');
    const shared = readLinkReport(writeLinkReport(VALIDATED))!;
    expect(renderLinkReport(shared, new Map(), 'en').text).toContain(verdict);
    const valid = { ...VALIDATED, valid: true, fatal_count: 0, issues: [], root_causes: [] };
    expect(describeVerdict(valid, 'en').headline).toBe('You can send this invoice');
  });

  it('is not called an invoice with mistakes if its validation was not requested', () => {
    const verdict = 'This is not an invoice that we can check';
    expect(isUnread('cii', UNSUPPORTED.issues)).toBe(true);
    expect(describeVerdict(UNSUPPORTED, 'en').headline).toBe(verdict);
    expect(writeMail(UNSUPPORTED, 'en')).not.toContain('1 mistake');
    const shared = readLinkReport(writeLinkReport(UNSUPPORTED))!;
    expect(renderLinkReport(shared, new Map(), 'en').text).toContain(verdict);
  });

  it('is reported with the number of the item', () => {
    expect(renderReport(VALIDATED, 'en').text).toContain('item 2 · line net amount (BT-131)');
  });
});

describe('the preview of a CII invoice', () => {
  const BYTES = readFileSync(new URL('../../schematron/canaries/en16931-cii.good.xml', import.meta.url));
  const sheet = ({ issues, root_causes: causes }: FileResult) =>
    renderSheet(BYTES, { language: 'en', issues, causes }).text;
  const MARK = /<a class="mark fatal" href="#cause-1"/;

  it('marks lines and rows of the VAT breakdown', () => {
    const [, second = ''] = sheet(VALIDATED)
      .split(/(?=<tr)/)
      .filter((part) => part.includes('BT-131'));
    expect(second).toMatch(MARK);
    const [, rate = ''] = /(<bdi data-bt="BT-117".*?)<\/tr>/s.exec(sheet(at('BR-CO-17', RATE, ['BT-117']))) ?? [];
    expect(rate).toMatch(MARK);
  });

  it('states that rules were not applied only if they were not', () => {
    const banner = 'rules were not applied';
    expect(sheet(UNSUPPORTED)).toContain(banner);
    expect(sheet(VALIDATED)).not.toContain(banner);
    expect(sheet({ ...VALIDATED, issues: [], root_causes: [] })).not.toContain(banner);
  });
});
