import { isDic, isIco } from '@e-invoice/validator/check-digits';
import type { FileResult } from '@e-invoice/validator/issues';
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
    return fail(
      'Súbor má viac ako 10 MB; partneri ho neprijmú.',
      'The file is larger than 10 MB; partners reject it.',
      evidence,
    );
  }
  const strange = attachments.filter(({ mimeCode }) => !MIME_CODES.has(mimeCode ?? ''));
  if (strange.length > 0) {
    return fail(
      'Príloha má typ, ktorý príjemca nemusí vedieť otvoriť (BT-125-1).',
      'An attachment has a type that receivers are not required to support (BT-125-1).',
      { ...evidence, media_types: strange.slice(0, MAX_LISTED).map(({ mimeCode }) => cut(mimeCode)) },
    );
  }
  if (encoding !== 'UTF-8') {
    return warn(
      `Súbor je v kódovaní ${encoding}; pri odoslaní sa prevedie do UTF-8.`,
      `The file is encoded in ${encoding}; it will be sent in UTF-8.`,
      evidence,
    );
  }
  return pass('Kódovanie, veľkosť a prílohy sú v poriadku.', 'Encoding, size and attachments are fine.', evidence);
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
    return fail('Faktúra porušuje platné pravidlá.', 'The invoice breaks rules in force.', evidence);
  }
  if (stored !== null && !stored.isWhole) {
    return fail(
      'Faktúra je platná, doklad však bol posúdený iba podľa vrstiev alebo sady pravidiel, o ktoré požiadavka žiadala, a na odoslanie sa nepripraví. Vložte ho znova bez parametrov layers a ruleset.',
      'The invoice is valid, but the document was validated only against the requested layers or rule set and will not be prepared for sending. Submit it again without layers and ruleset.',
      { ...evidence, refused: 'document_partly_judged', kept_ruleset: stored.ruleset },
    );
  }
  if (coming !== null && !coming.result.valid) {
    return warn(
      `Dnes je faktúra platná, od ${coming.from} už nebude.`,
      `The invoice is valid today, but not from ${coming.from} on.`,
      { ...evidence, rule_ids: idsOf(coming.result, 'fatal') },
    );
  }
  if (today.warning_count > 0) {
    return warn('Faktúra je platná, s upozorneniami.', 'The invoice is valid, with warnings.', evidence);
  }
  return pass('Faktúra je platná.', 'The invoice is valid.', evidence);
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
    return fail(
      'Chýba elektronická adresa predávajúceho (BT-34).',
      'The seller’s electronic address is missing (BT-34).',
      evidence,
    );
  }
  if (buyer.endpoint === null && receiver === null) {
    return fail(
      'Chýba elektronická adresa kupujúceho (BT-49).',
      'The buyer’s electronic address is missing (BT-49).',
      evidence,
    );
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
  return pass('Adresy sú uvedené a majú správny tvar.', 'Both addresses are present and well-formed.', evidence);
}

const written = ({ endpoint }: PartyParticulars): string | null =>
  endpoint && cut(`${endpoint.scheme ?? '?'}:${endpoint.value}`);

/** Error of the receiver that the caller named; null when it is valid or a sandbox receiver. */
function errorOfRequested(receiver: string): CheckResult | null {
  const read = readParticipant(receiver);
  if (!read.ok || read.participant.hint === null) return null;
  const { scheme, id } = read.participant;
  return errorOf({ endpoint: { scheme, value: id }, country: null }, 'zadaného príjemcu', 'of the specified receiver');
}

function errorOf(
  { endpoint, country }: Pick<PartyParticulars, 'endpoint' | 'country'>,
  term: string,
  termEn = term,
): CheckResult | null {
  if (endpoint === null) return null;
  if (endpoint.scheme === '0245' && !isDic(endpoint.value)) {
    return isIco(endpoint.value)
      ? fail(
          `Adresa ${term} má schému 0245 (DIČ), ale hodnota je IČO.`,
          `The address ${termEn} has the scheme 0245 (DIČ), but its value is an IČO.`,
        )
      : fail(`Adresa ${term} nie je platné DIČ.`, `The address ${termEn} is not a valid DIČ.`);
  }
  if (country === 'SK' && endpoint.scheme !== '0245') {
    return warn(
      `Slovenské subjekty majú v sieti adresu so schémou 0245 (DIČ); ${term} ju nemá.`,
      `Slovak parties are registered under the scheme 0245 (DIČ); ${term} uses a different one.`,
    );
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
    return fail('Obálka nesúhlasí s dokladom.', 'The envelope does not match the document.', { rule_ids: broken });
  }
  const [sender, named] = [addressing.sender, addressing.receiver].map(participantOf);
  const receiver = participantOf(requestedReceiver) ?? named ?? null;
  if (receiver !== null && receiver === sender) {
    return warn(
      'Odosielateľ a príjemca majú tú istú elektronickú adresu: doklad by sa vrátil odosielateľovi.',
      'Sender and receiver have the same electronic address: the document would be delivered to the sender.',
      { sender: cut(addressing.sender), receiver: cut(requestedReceiver ?? addressing.receiver) },
    );
  }
  if (requestedReceiver !== null && named !== null && receiver !== named) {
    return warn(
      'Doklad by dostal iný príjemca, než ktorý je v ňom uvedený; obálka a doklad by sa líšili.',
      'The document would be sent to a receiver other than the one it names; the envelope and the document would differ.',
      { receiver: cut(requestedReceiver), receiver_of_document: cut(addressing.receiver) },
    );
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
    return warn(
      `IČ DPH (${terms.join(', ')}) nie je utvorené z DIČ v elektronickej adrese; pri skupinovej registrácii je to správne.`,
      `The VAT identifier (${terms.join(', ')}) does not match the DIČ in the address; this is correct for a VAT group.`,
      { terms },
    );
  }
  return pass('Identifikátory strán si neodporujú.', 'The parties’ identifiers match.');
}
