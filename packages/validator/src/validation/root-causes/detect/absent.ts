import { locationOf, type XmlElement } from '@e-invoice/schematron/xml';
import { correctDic } from '../../../check-digits.ts';
import type { Issue, Text } from '../../../issues/index.ts';
import { compute, NO_TRIAL, toCents } from '../../amounts/index.ts';
import { isCii } from '../../cii.ts';
import { termAt, withoutMark } from '../../terms/index.ts';
import { attributeOf, childrenOf, elementAt, elementsIn, isNamed, textAt, textOf } from '../../ubl-elements.ts';
import type { Case, Correction, Mistake } from '../case.ts';
import { needs } from '../needs.data.ts';
import { toCorrection } from '../patch/to-correction.ts';
import { lineOf, termPathOf } from '../paths.ts';
import { COMPUTED, RATE_OF_ROW } from '../texts/programs.data.ts';
import { buildBreakdown } from './breakdown.ts';
import { stateRowRate } from './breakdown-rows.ts';
import { nameOfPath, partOf } from './describe-path.ts';
import { missingCauses } from './missing-causes.data.ts';
import { claimReaders } from './readers.ts';
import { categoriesIn } from './remaining.ts';
import { describeTradingName } from './trading-name.ts';
import { rulesOf } from './vat-rules.ts';
import { attributesOf, written } from './write-trial.ts';

/** A missing item: the topmost missing element (or attribute) on the path that a rule requires. */
type Absence = {
  /** From the document element; equal for all lines. */
  readonly path: string;
  readonly parentPath: string;
  /** The parent of the first occurrence. */
  readonly location: string;
  readonly issues: number[];
  /** The lines that lack it; null when it does not belong to a line. */
  readonly lines: Set<string> | null;
  /** The item exists, but not in the form that the rule requires. */
  readonly isPresent: boolean;
};

/** A document that lacks at least this many items at the top level is reported as a fragment, in one cause. */
const FRAGMENT = 4;

/**
 * Finds missing items, grouped by the topmost missing element: a rule that requires the seller's name fails because
 * the seller is missing.
 */
function findAbsences(found: Case): Map<string, Absence> {
  const absences = new Map<string, Absence>();
  // The required paths are those of UBL.
  if (found.root !== null && isCii({ root: found.root })) return absences;
  const wanting = found.open(
    ({ rule_id }) =>
      needs.get(rule_id) !== undefined ||
      rule_id === 'UBL-STRUCTURE-ELEMENT-MISSING' ||
      rule_id === 'UBL-STRUCTURE-ATTRIBUTE-MISSING',
  );
  for (const index of wanting) {
    const issue = found.issues[index]!;
    const element = found.elementOf(index);
    const requirement = requirementOf(issue);
    // A line with two VAT categories fails UBL-SR-48, but lacks no category.
    if (element === null || requirement === null || (issue.rule_id === 'UBL-SR-48' && categoriesIn(element).length > 1))
      continue;
    const { parent, step, isPresent } = topmostMissing(element, requirement);
    const at = locationOf(parent);
    const parentPath = termPathOf(parent);
    const path = parentPath === '' ? step : `${parentPath}/${step}`;
    const key = isPresent ? `${path} ` : path;
    const line = lineOf(at);
    const known = absences.get(key);
    if (known === undefined) {
      absences.set(key, {
        path,
        parentPath,
        location: at,
        issues: [index],
        lines: line === null ? null : new Set([line]),
        isPresent,
      });
    } else {
      known.issues.push(index);
      if (line !== null) known.lines?.add(line);
    }
  }
  return absences;
}

function requirementOf({ rule_id, expected }: Issue): string | null {
  if (rule_id === 'UBL-STRUCTURE-ELEMENT-MISSING') return expected;
  if (rule_id === 'UBL-STRUCTURE-ATTRIBUTE-MISSING') return expected === null ? null : `@${expected.replace('@', '')}`;
  return needs.get(rule_id) ?? null;
}

type Missing = { readonly parent: XmlElement; readonly step: string; readonly isPresent: boolean };

/** The first step of a path that is missing; the last step when all exist but not in the required form. */
function topmostMissing(element: XmlElement, path: string): Missing {
  let parent = element;
  const steps = path.split('/');
  for (const [index, step] of steps.entries()) {
    if (step.startsWith('@')) return { parent, step, isPresent: attributeOf(parent, step.slice(1)) !== null };
    const child = childrenOf(parent, step)[0];
    if (child === undefined) return { parent, step: childName(parent, step), isPresent: false };
    if (index === steps.length - 1) return { parent, step: childName(parent, step), isPresent: true };
    parent = child;
  }
  return { parent, step: path, isPresent: false };
}

/** The name of an element in this kind of document. */
function childName(parent: XmlElement, step: string): string {
  const isCreditNote = parent.local.startsWith('CreditNote');
  if (step === 'quantity') return isCreditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity';
  if (step === 'cac:InvoiceLine' || step === 'cac:CreditNoteLine') return 'line';
  const [first, second] = step.split('|');
  return second === undefined ? step : isCreditNote ? `cbc:${second}` : first!;
}

/** Reports a document that is only part of an invoice. */
export function detectFragment(found: Case): Mistake[] {
  const absences = [...findAbsences(found).values()];
  const ofDocument = absences.filter(({ parentPath, isPresent }) => parentPath === '' && !isPresent);
  if (ofDocument.length < FRAGMENT) return [];
  const issues = found.claim(absences.flatMap((absence) => absence.issues));
  issues.push(
    ...claimReaders(
      found,
      absences.map(({ path, lines }) => ({ path, lines })),
    ),
  );
  return [
    {
      id: 'document-incomplete',
      issues: issues.sort((a, b) => a - b),
      location: found.root === null ? '/' : locationOf(found.root),
      confidence: 0.85,
      values: { count: String(ofDocument.length), parts: listOf(ofDocument) },
    },
  ];
}

/** The names of missing items, without duplicates. */
function listOf(absences: readonly Absence[]): Text {
  const parts = absences.map(({ path }) => partOf(path));
  const join = (language: keyof Text): string => [...new Set(parts.map((part) => part[language]))].join(', ');
  return { sk: join('sk'), en: join('en') };
}

/** Maximum number of missing items with a cause of their own. */
const MOST = 100;

/** Reports items that exist, but not where the rules read them, usually under another tax scheme. */
export function detectUnusable(found: Case): Mistake[] {
  const present = [...findAbsences(found).values()].filter(({ isPresent }) => isPresent);
  const ofTax = present.filter(({ path }) => /Tax(Category|Scheme)/.test(path));
  const mistakes: Mistake[] = detectOwnTax(found);
  if (ofTax.length > 0) {
    const issues = found.claim(ofTax.flatMap((absence) => absence.issues));
    issues.push(...claimReaders(found, ofTax));
    mistakes.push({
      id: 'tax-scheme-wrong',
      issues: issues.sort((a, b) => a - b),
      location: ofTax[0]!.location,
      confidence: 0.7,
      values: { name: partOf(ofTax[0]!.path) },
      corrections: [() => nameTheTax(found)],
    });
  }
  for (const { path, issues, location } of present.slice(0, MOST)) {
    mistakes.push({
      id: 'value-unusable',
      issues: found.claim(issues),
      location,
      confidence: 0.6,
      values: { name: partOf(path) },
    });
  }
  return mistakes;
}

const OF_PARTY: Text = {
  sk: 'Číslo na faktúre je, iba ho program zle označuje: daň má v súbore názov VAT. Aktualizujte program alebo sa obráťte na jeho dodávateľa.',
  en: 'The invoice has the number, but the software marks it wrongly: in the file the tax is called VAT. Update the software or ask its maker.',
};

/**
 * Reports a tax number of a party under another name of VAT; the rules then find no VAT identifier (BT-31, BT-48).
 */
function detectOwnTax(found: Case): Mistake[] {
  const { root } = found;
  if (root === null) return [];
  const parties = ['cac:AccountingSupplierParty', 'cac:AccountingCustomerParty'].map((name) =>
    elementAt(root, `${name}/cac:Party`),
  );
  const misnamed = parties.flatMap((party) =>
    party === null
      ? []
      : childrenOf(party, 'cac:PartyTaxScheme').filter((scheme) => isOtherName(textAt(scheme, 'cac:TaxScheme/cbc:ID'))),
  );
  const [first] = misnamed;
  if (first === undefined) return [];
  const issues = found.claim(found.openOf('UBL-SR-13', 'SK-R-040', ...rulesOf('02', '03', '04')));
  return [
    {
      id: 'tax-scheme-wrong',
      issues,
      location: locationOf(first),
      confidence: 0.9,
      values: { name: partOf(`${termPathOf(first)}/cbc:CompanyID`), program: OF_PARTY },
      corrections: [() => nameTheTax(found)],
    },
  ];
}

/** Names used instead of `VAT`, in lower case. */
const TAX_NAMES = ['dph', 'vat', 'mwst', 'ust', 'tva', 'iva', 'áfa', 'moms'];

const isOtherName = (name: string | null): boolean =>
  name !== null && name !== 'VAT' && TAX_NAMES.includes(name.toLowerCase());

/** Renames the tax to VAT wherever another of its names is used. */
function nameTheTax(found: Case): Correction | null {
  const schemes: XmlElement[] = [];
  const seek = (element: XmlElement): void => {
    for (const child of elementsIn(element)) seek(child);
    if (!isNamed(element, 'cac:TaxScheme')) return;
    const name = elementAt(element, 'cbc:ID');
    if (name !== null && isOtherName(textOf(name))) schemes.push(name);
  };
  seek(found.root!);
  return toCorrection(schemes.map((scheme) => found.editor().replaceText(scheme, 'VAT')));
}

/** Reports single missing items, and groups that lack several parts. */
export function detectAbsent(found: Case): Mistake[] {
  const byParent = new Map<string, Absence[]>();
  for (const absence of [...findAbsences(found).values()].slice(0, MOST)) {
    if (absence.isPresent) continue;
    const known = byParent.get(absence.parentPath);
    if (known === undefined) byParent.set(absence.parentPath, [absence]);
    else known.push(absence);
  }
  const mistakes: Mistake[] = [];
  for (const [parentPath, absences] of byParent) {
    if (parentPath !== '' && absences.length > 1) mistakes.push(incompleteGroup(found, parentPath, absences));
    else for (const absence of absences) mistakes.push(missing(found, absence));
  }
  return mistakes.filter(({ issues }) => issues.length > 0);
}

function incompleteGroup(found: Case, parentPath: string, absences: readonly Absence[]): Mistake {
  const issues = found.claim(absences.flatMap((absence) => absence.issues));
  issues.push(...claimReaders(found, absences));
  return {
    id: 'group-incomplete',
    issues: issues.sort((a, b) => a - b),
    location: absences[0]!.location,
    confidence: 0.85,
    values: {
      group: nameOfPath(parentPath),
      parts: listOf(absences),
      ...(OPTIONAL_GROUPS.test(parentPath) && { option: LEAVE_OUT }),
    },
  };
}

/** Groups that an invoice may lack whatever else it states. */
const OPTIONAL_GROUPS =
  /^(?:cac:PayeeParty|cac:TaxRepresentativeParty(?:\/cac:\w+)?|cac:InvoicePeriod|line\/cac:InvoicePeriod|cac:AdditionalDocumentReference(?:\/cac:Attachment(?:\/cbc:\w+)?)?|cac:PaymentMeans\/cac:CardAccount|line\/cac:Item\/cac:AdditionalItemProperty)$/;

const LEAVE_OUT: Text = { sk: 'alebo celý údaj vynechajte', en: 'or leave the whole out' };

/** Claims the recommendations about the scheme of the same electronic addresses. */
function sameEndpoint(found: Case, own: readonly number[]): number[] {
  const places = new Set(own.map((index) => found.elementOf(index)));
  const advice = found.openOf('SK-R-020', 'SK-R-021', 'SK-R-022', 'SK-R-023', 'SK-R-024');
  return found.claim(advice.filter((index) => places.has(found.elementOf(index))));
}

const SELLER_NAME: ReadonlySet<string> = new Set([
  'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity',
  'cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName',
]);

function missing(found: Case, absence: Absence): Mistake {
  const own = found.claim(absence.issues);
  const plain = withoutMark(absence.path);
  const issues = own.length === 0 ? [] : [...own, ...claimReaders(found, [absence])];
  // Without the seller's name, the rules that compare it with the payee fail too.
  if (SELLER_NAME.has(absence.path)) issues.push(...found.claim(found.openOf('UBL-SR-19', 'UBL-SR-20', 'UBL-SR-21')));
  if (own.length > 0 && absence.path.endsWith('cbc:EndpointID/@schemeID')) issues.push(...sameEndpoint(found, own));
  // Items without a category belong to no VAT group, so the sums of the breakdown fail too.
  if (own.length > 0 && /^(cac:AllowanceCharge\/cac:TaxCategory|line\/cac:Item\/cac:ClassifiedTaxCategory)/.test(plain))
    issues.push(...found.claim(found.openOf(...rulesOf('01', '08'))));
  const kind = own.length > 0 ? describeAddressKind(found, absence, issues) : null;
  if (kind !== null) return kind;
  const known = missingCauses.get(plain);
  const isDomestic = known === 'delivery-missing' && issues.every((index) => found.issues[index]!.rule_id === 'BR-57');
  const cause = isDomestic ? 'delivery-country-missing' : known;
  const program = absence.path.startsWith('cac:LegalMonetaryTotal/')
    ? COMPUTED
    : absence.path === ROW_RATE
      ? RATE_OF_ROW
      : own
          .map((index) => found.issues[index]!)
          .find(({ rule_id, fix }) => !/^UBL-/.test(rule_id) && fix.program.sk !== '')?.fix.program;
  return {
    id: cause ?? (absence.path.includes('@') ? 'attribute-missing' : 'value-missing'),
    issues: issues.sort((a, b) => a - b),
    location: absence.location,
    confidence: 0.9,
    values: {
      name: partOf(
        absence.path === LOCATION
          ? `${LOCATION}/cac:Address/cac:Country/cbc:IdentificationCode`
          : absence.path.replace(/\/cac:TaxCategory$/, '$&/cbc:ID'),
      ),
      ...(cause === 'allowance-reason-missing' && describeReason(absence)),
      ...(program !== undefined && (cause === undefined || program === COMPUTED) && { program }),
      path: plain.replace(/^line\b/, found.root?.local === 'CreditNote' ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'),
      ...describeTradingName(found, plain, program),
    },
    corrections: [
      () =>
        cause === 'vat-breakdown-missing'
          ? buildBreakdown(found)
          : absence.path === ROW_RATE
            ? stateRowRate(found)
            : stateComputed(found, absence),
    ],
  };
}

/** The allowance or charge that lacks a reason, and the terms of the reason in words and as a code. */
function describeReason({ path, parentPath }: Absence): Readonly<Record<string, string | Text>> {
  const isOfCharge = withoutMark(path) !== path;
  return {
    group: nameOfPath(parentPath),
    kind: isOfCharge ? { sk: 'prirážke', en: 'charge' } : { sk: 'zľave', en: 'allowance' },
    example: isOfCharge ? { sk: 'doprava', en: 'transport' } : { sk: 'množstevná zľava', en: 'quantity discount' },
    terms: [path, `${parentPath}/cbc:AllowanceChargeReasonCode`].flatMap((it) => termAt(it)?.id ?? []).join(', '),
  };
}

/**
 * Reports an electronic address without scheme (BT-34, BT-49). A valid DIČ of a Slovak party determines the scheme.
 */
function describeAddressKind(found: Case, { path }: Absence, issues: readonly number[]): Mistake | null {
  const [, side = ''] =
    /^cac:Accounting(Supplier|Customer)Party\/cac:Party\/cbc:EndpointID\/@schemeID$/.exec(path) ?? [];
  const endpoint = elementAt(found.root!, path.replace('/@schemeID', ''));
  if (side === '' || endpoint === null) return null;
  const number = textOf(endpoint);
  const isDic = /^\d{10}$/.test(number) && correctDic(number) === number;
  return {
    id: 'address-kind-missing',
    issues: [...issues].sort((a, b) => a - b),
    location: locationOf(endpoint),
    confidence: 0.9,
    values: {
      whose: side === 'Supplier' ? { sk: 'predávajúceho', en: 'seller' } : { sk: 'kupujúceho', en: 'buyer' },
      found: number,
      expected: isDic ? DIC_SCHEME : '',
    },
    corrections: isDic ? [() => toCorrection([found.editor().addAttribute(endpoint, 'schemeID', DIC_SCHEME)])] : [],
  };
}

/** The rules about the delivery location require its country. */
const LOCATION = 'cac:Delivery/cac:DeliveryLocation';
const ROW_RATE = 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:Percent';

/** The Peppol scheme of Slovak tax numbers. */
const DIC_SCHEME = '0245';

/** Maximum number of missing sums that a correction inserts. */
const MAX_COMPUTED = 50;

/**
 * Inserts sums that other numbers of the invoice determine (BT-106, BT-109, BT-110, BT-112, BT-115, BT-117, BT-131
 * …).
 */
function stateComputed(found: Case, { path, parentPath }: Absence): Correction | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!name.endsWith('Amount')) return null;
  const required = found
    .network()
    .equations.filter(({ result, parts }) => result.node === null && result.name === name && parts.length > 0)
    .filter(({ result }) => termPathOf(result.parent) === parentPath);
  if (required.length > MAX_COMPUTED) return null;
  const edits = required.map((equation) => {
    const { result } = equation;
    const computed = compute(equation, NO_TRIAL);
    if (computed === null) return null;
    const content = written(toCents(computed), result);
    return found.editor().insert(result.parent, { name, attributes: attributesOf(found, result), content });
  });
  const correction = toCorrection(edits);
  return correction === null ? null : { ...correction, id: 'state' };
}
