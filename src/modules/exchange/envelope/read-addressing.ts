import {
  NodeKind,
  parseXml,
  spanOf,
  stringValue,
  type XmlDocument,
  type XmlElement,
  type XmlLimits,
} from '@e-invoice/schematron/xml';
import { isSelfBilled } from '../../../lib/self-billed.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const CAC = `${UBL}:CommonAggregateComponents-2`;
const CBC = `${UBL}:CommonBasicComponents-2`;
const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';

/** The addressing data of a document; null where the document omits a value. */
export type Addressing = {
  /** Namespace and local name of the document element. */
  readonly namespace: string;
  readonly localName: string;
  /** UBL version; `2.1` when the document does not state one. */
  readonly version: string;
  /** BT-24 and BT-23. */
  readonly customization: string | null;
  readonly process: string | null;
  /** Issuer and recipient, `scheme:id`: BT-34 and BT-49, swapped for self-billed documents. */
  readonly sender: string | null;
  readonly receiver: string | null;
  /** Country of the issuer: BT-40, or BT-55 when self-billed. */
  readonly country: string | null;
  /** Country of the recipient: BT-55, or BT-40 when self-billed. */
  readonly receiverCountry: string | null;
  /** Registered names of issuer and recipient: BT-27 and BT-44, swapped for self-billed documents. */
  readonly senderName: string | null;
  readonly receiverName: string | null;
  /** BT-1, BT-2, BT-3. */
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly typeCode: string | null;
  /**
   * The document without its envelope, as written, plus the namespace declarations that it inherited from the
   * envelope.
   */
  readonly content: string;
};

/**
 * Reads the addressing data of a UBL invoice, credit note or application response, bare or in an envelope.
 *
 * @returns null when the bytes are not such a document
 */
export function readAddressing(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): Addressing | null {
  const parsed = parseXml(bytes, { limits });
  return parsed.ok ? addressingOf(parsed.document) : null;
}

/** Same as `readAddressing`, for a parsed document. */
export function addressingOf(document: XmlDocument): Addressing | null {
  const root = innerOf(document.root);
  if (root === null || !root.uri.startsWith(`${UBL}:`)) return null;
  const value = (...steps: readonly Step[]): string | null => textOf(find(root, steps));
  const customization = value([CBC, 'CustomizationID']);
  const process = value([CBC, 'ProfileID']);
  const typeCode = value([CBC, 'InvoiceTypeCode']) ?? value([CBC, 'CreditNoteTypeCode']);
  const parties =
    root.local === 'ApplicationResponse'
      ? ['SenderParty', 'ReceiverParty'].map((role) => partyOf(find(root, [[CAC, role]])))
      : ['AccountingSupplierParty', 'AccountingCustomerParty'].map((role) =>
          partyOf(
            find(root, [
              [CAC, role],
              [CAC, 'Party'],
            ]),
          ),
        );
  const [issuer, other] = isSelfBilled(typeCode, customization ?? process) ? parties.reverse() : parties;
  return {
    namespace: root.uri,
    localName: root.local,
    version: value([CBC, 'UBLVersionID']) ?? '2.1',
    customization,
    process,
    sender: issuer!.endpoint,
    receiver: other!.endpoint,
    country: issuer!.country,
    receiverCountry: other!.country,
    senderName: issuer!.name,
    receiverName: other!.name,
    number: value([CBC, 'ID']),
    issueDate: value([CBC, 'IssueDate']),
    typeCode,
    content: contentOf(document.text, root),
  };
}

type Step = readonly [uri: string, local: string];

const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => child.kind === NodeKind.ELEMENT);

/** The enveloped document, or the root itself when there is no envelope. */
function innerOf(root: XmlElement): XmlElement | null {
  if (root.uri !== SBDH) return root;
  return elementsOf(root).find(({ uri }) => uri !== SBDH) ?? null;
}

function find(from: XmlElement, steps: readonly Step[]): XmlElement | null {
  let at: XmlElement | null = from;
  for (const [uri, local] of steps) {
    if (at === null) return null;
    at = elementsOf(at).find((child) => child.uri === uri && child.local === local) ?? null;
  }
  return at;
}

function textOf(element: XmlElement | null): string | null {
  const text = element === null ? '' : stringValue(element).trim();
  return text === '' ? null : text;
}

type Party = { readonly endpoint: string | null; readonly country: string | null; readonly name: string | null };

function partyOf(party: XmlElement | null): Party {
  if (party === null) return { endpoint: null, country: null, name: null };
  const endpoint = find(party, [[CBC, 'EndpointID']]);
  const scheme = endpoint?.attributes.find(({ local }) => local === 'schemeID')?.value.trim();
  const id = textOf(endpoint);
  const country = textOf(
    find(party, [
      [CAC, 'PostalAddress'],
      [CAC, 'Country'],
      [CBC, 'IdentificationCode'],
    ]),
  );
  const name = textOf(
    find(party, [
      [CAC, 'PartyLegalEntity'],
      [CBC, 'RegistrationName'],
    ]),
  );
  return { endpoint: id === null || !scheme ? null : `${scheme}:${id}`, country, name };
}

/** Source text of the element; namespace declarations that it inherits are added to its start tag. */
function contentOf(text: string, root: XmlElement): string {
  const { start, nameEnd, end } = spanOf(text, root);
  const own = root.declared ?? {};
  const inherited = new Map<string, string>();
  for (let at = root.parent; at.kind === NodeKind.ELEMENT; at = at.parent) {
    for (const [prefix, uri] of Object.entries(at.declared ?? {})) {
      // Prefixes of the envelope namespace are not used inside the document.
      if (uri === SBDH || Object.hasOwn(own, prefix) || inherited.has(prefix)) continue;
      inherited.set(prefix, uri);
    }
  }
  const added = [...inherited].map(
    ([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`,
  );
  return `${text.slice(start, nameEnd)}${added.join('')}${text.slice(nameEnd, end)}`;
}

const escapeValue = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
