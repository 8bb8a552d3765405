import type { XmlFault } from '@e-invoice/schematron/xml';
import { getRuleText, ruleUrlOf } from '../../catalog/index.ts';
import type { Issue } from '../../issues/index.ts';
import { reasonTexts } from './xml-texts.data.ts';

/** Converts XML errors to issues of the layer `XML`. */
export function xmlIssues(faults: readonly XmlFault[]): Issue[] {
  return faults.map((fault) => {
    const { sk, en } = reasonTexts[fault.reason];
    return {
      level: 'fatal',
      layer: 'XML',
      rule_id: fault.code,
      catalogRuleId: fault.code,
      message: fill(sk, fault),
      message_en: fill(en, fault),
      location: '/',
      xpath: '/',
      line: fault.code === 'XML-EMPTY' ? null : fault.line,
      column: fault.code === 'XML-EMPTY' ? null : fault.column,
      business_terms: [],
      value: fault.found,
      expected: fault.expected,
      ruleUrl: ruleUrlOf(fault.code),
      fix: getRuleText(fault.code).fix,
    };
  });
}

function fill(text: string, { found, expected }: XmlFault): string {
  const filled = text.replace('{found}', () => found ?? '–').replace('{expected}', () => expected ?? '–');
  // A placeholder value that ends with punctuation must not be followed by another full stop.
  return filled.replace(/([.!?…])\.$/, '$1');
}
