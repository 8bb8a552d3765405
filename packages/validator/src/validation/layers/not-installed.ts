import type { XmlDocument } from '@e-invoice/schematron/xml';
import { getRuleText, ruleUrlOf } from '../../catalog/index.ts';
import type { Coverage, Issue, Text } from '../../issues/index.ts';
import { findCustomization } from '../read-profile.ts';
import type { ClaimedSpecification } from '../specifications/index.ts';
import { placeOf, shownValue } from '../to-issue.ts';

const RULE = 'RULESET-NOT-INSTALLED';

/**
 * Says that the document's own rules are not installed: a warning where EN 16931 was judged instead, fatal where no
 * rule was. Null when there is nothing to say.
 */
export function notInstalledIssue(
  coverage: Coverage,
  specification: ClaimedSpecification,
  document: XmlDocument,
): Issue | null {
  if (coverage !== 'base' && coverage !== 'none') return null;
  const node = findCustomization(document) ?? document.root;
  const message = coverage === 'base' ? sayBase(specification) : sayNone(specification);
  return {
    level: coverage === 'base' ? 'warning' : 'fatal',
    layer: 'UBL',
    rule_id: RULE,
    catalogRuleId: RULE,
    message: message.sk,
    message_en: message.en,
    ...placeOf(node, document),
    business_terms: ['BT-24'],
    value: shownValue(node),
    expected: null,
    ruleUrl: ruleUrlOf(RULE),
    fix: getRuleText(RULE).fix,
  };
}

function sayBase({ name, family }: ClaimedSpecification): Text {
  const sk = `Vlastné pravidlá špecifikácie „${name.sk}“ nie sú nainštalované; doklad bol posúdený iba podľa EN 16931.`;
  const en = `The own rules of the specification “${name.en}” are not installed; the document was judged by EN 16931 alone.`;
  if (family !== 'extension') return { sk, en };
  return {
    sk: `${sk} Špecifikácia normu rozširuje, preto niektoré nálezy môže dovoľovať.`,
    en: `${en} The specification extends the norm, so that some findings may be allowed there.`,
  };
}

function sayNone({ name, isKnown }: ClaimedSpecification): Text {
  if (!isKnown) {
    return {
      sk: `Pre špecifikáciu „${name.sk}“ nie sú nainštalované žiadne pravidlá; posúdila sa iba štruktúra UBL 2.1.`,
      en: `No rules are installed for the specification “${name.en}”; only the structure of UBL 2.1 was judged.`,
    };
  }
  return {
    sk: `Doklad podľa špecifikácie „${name.sk}“ nie je faktúra podľa EN 16931 a pravidlá tejto špecifikácie nie sú nainštalované; posúdila sa iba štruktúra UBL 2.1.`,
    en: `A document of the specification “${name.en}” is no EN 16931 invoice, and the rules of that specification are not installed; only the structure of UBL 2.1 was judged.`,
  };
}
