import type { XmlDocument, XmlElement } from '@e-invoice/schematron/xml';
import { getRuleText, ruleUrlOf } from '../../catalog/index.ts';
import type { Issue, Text } from '../../issues/index.ts';
import type { Choice } from '../choose-ruleset.ts';
import { findGuideline, isCii } from '../cii.ts';
import { findCustomization } from '../read-profile.ts';
import type { RulePack } from '../rule-pack.ts';
import type { Ruleset } from '../ruleset.ts';
import type { ClaimedSpecification } from '../specifications/index.ts';
import { placeOf, shownValue } from '../to-issue.ts';

const RULE = 'RULESET-NOT-INSTALLED';

/** The packs with the rules of EN 16931 alone. */
const CORE: ReadonlySet<string> = new Set(['en16931-ubl', 'en16931-cii']);

/**
 * Reports that the rules of the document's own specification are not installed: a warning when EN 16931 was applied
 * instead, fatal when no rules were applied.
 *
 * @returns null when the ruleset covers the specification
 */
export function notInstalledIssue(
  { ruleset, coverage }: Choice,
  specification: ClaimedSpecification,
  document: XmlDocument,
): Issue | null {
  if (coverage !== 'base' && coverage !== 'none') return null;
  // Without full coverage, packs other than EN 16931 may be for other documents.
  const unsure = ruleset.packs.filter(({ info }) => !CORE.has(info.id)).map(nameOf);
  const message =
    unsure.length > 0
      ? describeUnsure(specification, unsure)
      : coverage === 'base'
        ? describeBase(specification)
        : describeNone(specification);
  return issueOf(
    coverage === 'base' ? 'warning' : 'fatal',
    message,
    (isCii(document) ? findGuideline(document) : findCustomization(document)) ?? document.root,
    document,
  );
}

/**
 * Reports that the requested ruleset has no rules for such documents; otherwise the result would be empty and pass.
 */
export function notApplicableIssue({ id, version }: Ruleset, document: XmlDocument, isForOtherSyntax: boolean): Issue {
  const { root } = document;
  const message = {
    sk: `Sada pravidiel ${id}@${version} nemá pre dokument ${root.local} žiadne pravidlá, doklad sa ňou nedá overiť.`,
    en: `The ruleset ${id}@${version} has no rules for a document ${root.local}, which cannot be validated with it.`,
  };
  const other = isForOtherSyntax ? (isCii(document) ? OTHER_FOR_CII : OTHER_FOR_UBL) : null;
  const fix = other === null ? getRuleText(RULE).fix : { ...other, program: other, xml: other };
  return { ...issueOf('fatal', message, root, document), business_terms: [], value: root.local, fix };
}

const OTHER_FOR_CII: Text = {
  sk: 'Vyberte sadu pravidiel en16931-cii, alebo sadu pravidiel nevyberajte.',
  en: 'Select the ruleset en16931-cii, or select no ruleset.',
};

const OTHER_FOR_UBL: Text = {
  sk: 'Táto sada pravidiel je pre faktúry CII. Pre faktúru UBL vyberte en16931, alebo sadu pravidiel nevyberajte.',
  en: 'This ruleset is for CII invoices. For a UBL invoice select en16931, or select no ruleset.',
};

const nameOf = ({ info }: RulePack): string => `${info.id}@${info.version}`;

const issueOf = (level: Issue['level'], message: Text, node: XmlElement, document: XmlDocument): Issue => ({
  level,
  layer: isCii(document) ? 'CII' : 'UBL',
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
});

function describeUnsure({ name }: ClaimedSpecification, packs: readonly string[]): Text {
  const list = packs.join(', ');
  return {
    sk: `Pravidlá ${list}, nainštalované pre špecifikáciu „${name.sk}“, sa na tento dokument nemusia vzťahovať; ich výsledok nie je úplným overením podľa nej.`,
    en: `The rules ${list}, installed for the specification “${name.en}”, may not apply to this document; their result is no complete validation by it.`,
  };
}

function describeBase({ name, family }: ClaimedSpecification): Text {
  const sk = `Vlastné pravidlá špecifikácie „${name.sk}“ nie sú nainštalované; doklad bol posúdený iba podľa EN 16931.`;
  const en = `The own rules of the specification “${name.en}” are not installed; the document was checked only by EN 16931.`;
  if (family !== 'extension') return { sk, en };
  return {
    sk: `${sk} Špecifikácia normu rozširuje, preto niektoré nálezy môže dovoľovať.`,
    en: `${en} The specification extends the norm, so that some findings may be allowed there.`,
  };
}

function describeNone({ name, isKnown }: ClaimedSpecification): Text {
  if (!isKnown) {
    return {
      sk: `Pre špecifikáciu „${name.sk}“ nie sú nainštalované žiadne pravidlá; posúdila sa iba štruktúra XML.`,
      en: `No rules are installed for the specification “${name.en}”; only the structure of the XML was checked.`,
    };
  }
  return {
    sk: `Doklad podľa špecifikácie „${name.sk}“ nie je faktúra podľa EN 16931 a pravidlá tejto špecifikácie nie sú nainštalované; posúdila sa iba štruktúra XML.`,
    en: `A document of the specification “${name.en}” is not an EN 16931 invoice, and the rules of that specification are not installed; only the structure of the XML was checked.`,
  };
}
