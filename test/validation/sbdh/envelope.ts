/** A valid Peppol envelope around the sample invoice, and functions that change it. */

import { billing } from '../../rules/peppol/peppol-invoice.ts';
import { type Mutation, makeInvoice, type Part } from '../../support/invoice-builder.ts';

export const SBDH = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';

/** A Peppol invoice without findings, in the order of UBL. */
export const peppolInvoice = (...mutations: readonly Mutation[]): string =>
  makeInvoice(...billing, placeProfile, ...mutations);

/** Moves the process after the specification. */
export function placeProfile({ children }: Part): void {
  const [profile] = children.splice(
    children.findIndex(({ name }) => name === 'cbc:ProfileID'),
    1,
  );
  children.splice(1, 0, profile!);
}

export const scope = (type: string, value: string, scheme?: string): string =>
  `<Scope><Type>${type}</Type><InstanceIdentifier>${value}</InstanceIdentifier>${
    scheme === undefined ? '' : `<Identifier>${scheme}</Identifier>`
  }</Scope>`;

/** The parts of a valid envelope, in order. */
export const parts = {
  version: '<HeaderVersion>1.0</HeaderVersion>',
  sender: '<Sender><Identifier Authority="iso6523-actorid-upis">0245:2020317068</Identifier></Sender>',
  receiver: '<Receiver><Identifier Authority="iso6523-actorid-upis">0245:2020273893</Identifier></Receiver>',
  standard: `<Standard>${UBL}:Invoice-2</Standard>`,
  typeVersion: '<TypeVersion>2.1</TypeVersion>',
  instance: '<InstanceIdentifier>7d0e4b8e-6f0c-4f0a-9d8e-1c2b3a495867</InstanceIdentifier>',
  type: '<Type>Invoice</Type>',
  created: '<CreationDateAndTime>2026-05-04T09:30:00+02:00</CreationDateAndTime>',
  documentId: scope('DOCUMENTID', `${UBL}:Invoice-2::Invoice##${BILLING}::2.1`, 'busdox-docid-qns'),
  processId: scope('PROCESSID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'cenbii-procid-ubl'),
  country: scope('COUNTRY_C1', 'SK'),
};

export type Parts = typeof parts;

/** The header of a valid envelope with some parts replaced. */
export function makeHeader(changes: Partial<Parts> = {}): string {
  const it = { ...parts, ...changes };
  return `<StandardBusinessDocumentHeader>
${it.version}${it.sender}${it.receiver}
<DocumentIdentification>${it.standard}${it.typeVersion}${it.instance}${it.type}${it.created}</DocumentIdentification>
<BusinessScope>${it.documentId}${it.processId}${it.country}</BusinessScope>
</StandardBusinessDocumentHeader>`;
}

/** Header and content in a StandardBusinessDocument. */
export const wrap = (header: string, content: string, namespace = SBDH): string =>
  `<StandardBusinessDocument xmlns="${namespace}">\n${header}\n${content}\n</StandardBusinessDocument>`;
