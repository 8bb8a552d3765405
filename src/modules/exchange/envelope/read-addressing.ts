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

/** What a document says of where it goes; null where it does not say. */
export type Addressing = {
  /** Namespace and name of the document element. */
  readonly namespace: string;
  readonly localName: string;
  /** Of UBL: `2.1` where the document is silent. */
  readonly version: string;
  /** BT-24 and BT-23. */
  readonly customization: string | null;
  readonly process: string | null;
  /** Who issues it and who gets it, `scheme:id`: BT-34 and BT-49, the other way round where the buyer bills itself. */
  readonly sender: string | null;
  readonly receiver: string | null;
  /** Of who issues it: BT-40, or BT-55. */
  readonly country: string | null;
  /** Of who gets it: BT-55, or BT-40. */
  readonly receiverCountry: string | null;
  /** Registered names of both: BT-27 and BT-44, or the other way round. */
  readonly senderName: string | null;
  readonly receiverName: string | null;
  /** BT-1, BT-2, BT-3. */
  readonly number: string | null;
  readonly issueDate: string | null;
  readonly typeCode: string | null;
  /** The document alone, as it was written, with the namespaces that an envelope around it declared. */
  readonly content: string;
};

/**
 * Reads who sends what to whom from a UBL invoice, credit note or application response, or from one in an envelope.
 *
 * @returns null when the bytes are no such document
 */
export function readAddressing(bytes: Uint8Array, limits: Partial<XmlLimits> = {}): Addressing | null {
  const parsed = parseXml(bytes, { limits });
  return parsed.ok ? addressingOf(parsed.document) : null;
}

/** The same of a document that is read already. */
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

/** The document in an envelope; the document itself where there is none. */
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

/** The element as it is written; declarations that it inherits are added to its start tag. */
function contentOf(text: string, root: XmlElement): string {
  const { start, nameEnd, end } = spanOf(text, root);
  const own = root.declared ?? {};
  const inherited = new Map<string, string>();
  for (let at = root.parent; at.kind === NodeKind.ELEMENT; at = at.parent) {
    for (const [prefix, uri] of Object.entries(at.declared ?? {})) {
      // The envelope's own names mean nothing inside.
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
