import { isDic, isIco } from '@e-invoice/validator/check-digits';
import type { FileResult } from '@e-invoice/validator/issues';
import { type LocalizedText, text } from '../../../../../locales/index.ts';
import { readParticipant } from '../../../peppol/index.ts';
import type { Particulars, PartyParticulars } from '../../invoice-facts/index.ts';
import { type CheckResult, cut, fail, pass, type StoredDocument, warn } from '../preflight.ts';

/** Entries per kind in the evidence of a check. */
const MAX_LISTED = 20;

/** Payload limit of providers (SAPI-SK 1.0). */
const MAX_BYTES = 10 * 1024 * 1024;

/** Media types of BT-125 that every receiver must support (EN 16931, 6.5.12). */
const MIME_CODES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
]);

/** Checks encoding, size and attachments. */
export function checkBytes({ sizeBytes, encoding, attachments }: Particulars): CheckResult {
  const evidence = { size_bytes: sizeBytes, encoding, attachments: attachments.length };
  if (sizeBytes > MAX_BYTES) {
    return fail(text('preflight.check-bytes.fail'), evidence);
  }
  const strange = attachments.filter(({ mimeCode }) => !MIME_CODES.has(mimeCode ?? ''));
  if (strange.length > 0) {
    return fail(text('preflight.check-bytes.fail-2'), {
      ...evidence,
      media_types: strange.slice(0, MAX_LISTED).map(({ mimeCode }) => cut(mimeCode)),
    });
  }
  if (encoding !== 'UTF-8') {
    return warn(text('preflight.check-bytes.warn', { encoding }), evidence);
  }
  return pass(text('preflight.check-bytes.pass'), evidence);
}

/** An announced release of the same rules that is not yet in force, and its validation result. */
export type Coming = { readonly version: string; readonly from: string; readonly result: FileResult };

/**
 * Checks the rules in force; violations of a coming release are a warning.
 *
 * @param kept the stored document of the workspace; null when the file is not stored
 */
export function checkRules(
  today: FileResult,
  coming: Coming | null,
  stored: StoredDocument | null = null,
): CheckResult {
  const evidence = {
    ruleset: `${today.ruleset.id}@${today.ruleset.version}`,
    coverage: today.ruleset.coverage,
    fatal: today.fatal_count,
    warning: today.warning_count,
    rule_ids: idsOf(today, today.fatal_count > 0 ? 'fatal' : 'warning'),
    next: coming && { version: coming.version, from: coming.from, fatal: coming.result.fatal_count },
  };
  if (!today.valid) {
    return fail(text('preflight.check-rules.fail'), evidence);
  }
  if (stored !== null && !stored.isWhole) {
    return fail(text('preflight.check-rules.fail-2'), {
      ...evidence,
      refused: 'document_partly_judged',
      kept_ruleset: stored.ruleset,
    });
  }
  if (coming !== null && !coming.result.valid) {
    return warn(text('preflight.check-rules.warn', { from: coming.from }), {
      ...evidence,
      rule_ids: idsOf(coming.result, 'fatal'),
    });
  }
  if (today.warning_count > 0) {
    return warn(text('preflight.check-rules.warn-2'), evidence);
  }
  return pass(text('preflight.check-rules.pass'), evidence);
}

/** Normalised for comparison: without the `iso6523-actorid-upis` scheme, in lower case. */
const participantOf = (text: string | null): string | null =>
  text?.replace(/^iso6523-actorid-upis::/i, '').toLowerCase() ?? null;

const idsOf = ({ issues }: FileResult, level: 'fatal' | 'warning'): string[] =>
  [...new Set(issues.flatMap((issue) => (issue.level === level ? [issue.rule_id] : [])))].slice(0, MAX_LISTED);

/** Checks that addresses are present, and that Slovak ones are well-formed. */
export function checkAddressing({ seller, buyer }: Particulars, receiver: string | null): CheckResult {
  const evidence = { seller: written(seller), buyer: written(buyer), receiver };
  if (seller.endpoint === null) {
    return fail(text('preflight.check-addressing.fail'), evidence);
  }
  if (buyer.endpoint === null && receiver === null) {
    return fail(text('preflight.check-addressing.fail-2'), evidence);
  }
  for (const [party, term] of [
    [seller, 'BT-34'],
    [buyer, 'BT-49'],
  ] as const) {
    const wrong = errorOf(party, term);
    if (wrong !== null) return { ...wrong, evidence };
  }
  const requestedReceiver = receiver === null ? null : errorOfRequested(receiver);
  if (requestedReceiver !== null) return { ...requestedReceiver, evidence };
  return pass(text('preflight.check-addressing.pass'), evidence);
}

const written = ({ endpoint }: PartyParticulars): string | null =>
  endpoint && cut(`${endpoint.scheme ?? '?'}:${endpoint.value}`);

/** Error of the receiver that the caller named; null when it is valid or a sandbox receiver. */
function errorOfRequested(receiver: string): CheckResult | null {
  const read = readParticipant(receiver);
  if (!read.ok || read.participant.hint === null) return null;
  const { scheme, id } = read.participant;
  return errorOf({ endpoint: { scheme, value: id }, country: null }, text('preflight.specified-receiver'));
}

function errorOf(
  { endpoint, country }: Pick<PartyParticulars, 'endpoint' | 'country'>,
  term: string | LocalizedText,
): CheckResult | null {
  if (endpoint === null) return null;
  if (endpoint.scheme === '0245' && !isDic(endpoint.value)) {
    return isIco(endpoint.value)
      ? fail(text('preflight.error-of.fail', { term }))
      : fail(text('preflight.error-of.fail-2', { term }));
  }
  if (country === 'SK' && endpoint.scheme !== '0245') {
    return warn(text('preflight.error-of.warn', { term }));
  }
  return null;
}

/**
 * Checks that DIČ, IČ DPH and address of a party contain the same number, and that the envelope and the requested
 * receiver match the document.
 */
export function checkConsistency(
  { addressing, seller, buyer }: Particulars,
  today: FileResult,
  requestedReceiver: string | null,
): CheckResult {
  const broken = [
    ...new Set(
      today.issues.flatMap(({ layer, level, rule_id }) => (layer === 'SBDH' && level === 'fatal' ? [rule_id] : [])),
    ),
  ];
  if (broken.length > 0) {
    return fail(text('preflight.check-consistency.fail'), { rule_ids: broken });
  }
  const [sender, named] = [addressing.sender, addressing.receiver].map(participantOf);
  const receiver = participantOf(requestedReceiver) ?? named ?? null;
  if (receiver !== null && receiver === sender) {
    return warn(text('preflight.check-consistency.warn'), {
      sender: cut(addressing.sender),
      receiver: cut(requestedReceiver ?? addressing.receiver),
    });
  }
  if (requestedReceiver !== null && named !== null && receiver !== named) {
    return warn(text('preflight.check-consistency.warn-2'), {
      receiver: cut(requestedReceiver),
      receiver_of_document: cut(addressing.receiver),
    });
  }
  const differing = (
    [
      [seller, 'BT-31'],
      [buyer, 'BT-48'],
    ] as const
  ).filter(
    ([{ endpoint, vatId }]) =>
      endpoint?.scheme === '0245' && /^SK\d{10}$/.test(vatId ?? '') && vatId !== `SK${endpoint.value}`,
  );
  if (differing.length > 0) {
    const terms = differing.map(([, term]) => term);
    return warn(text('preflight.check-consistency.warn-3', { terms: terms.join(', ') }), { terms });
  }
  return pass(text('preflight.check-consistency.pass'));
}
