import type { Metadata } from './model.ts';

/** Document type and process of a Message Level Status 1.0, and of an Invoice Response (Peppol BIS 3, T111). */
export const MLS = { customization: 'urn:peppol:edec:mls:1.0', profile: 'urn:peppol:edec:mls' };
export const INVOICE_RESPONSE = {
  customization: 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3',
  profile: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
};

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2';
/** Service provider id of the simulated access point. */
const PROVIDER = '000245';

export const documentTypeOf = (customization: string): string =>
  `${NAMESPACE}::ApplicationResponse##${customization}::2.1`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const open = (id: string, at: Date, { customization, profile }: typeof MLS): string => {
  const [day, time] = at.toISOString().split('T') as [string, string];
  return `<?xml version="1.0" encoding="UTF-8"?>
<ApplicationResponse xmlns="${NAMESPACE}" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>${customization}</cbc:CustomizationID>
  <cbc:ProfileID>${profile}</cbc:ProfileID>
  <cbc:ID>${escapeXml(id)}</cbc:ID>
  <cbc:IssueDate>${day}</cbc:IssueDate>
  <cbc:IssueTime>${time.slice(0, 8)}Z</cbc:IssueTime>
`;
};

const party = (role: string, scheme: string, id: string): string =>
  `  <cac:${role}Party><cbc:EndpointID schemeID="${scheme}">${escapeXml(id)}</cbc:EndpointID></cac:${role}Party>\n`;

/** Message level status of the receiver's access point; `RE` includes a line with the reason (MLS 1.0). */
export function writeMls(id: string, at: Date, code: 'AP' | 'AB' | 'RE', instanceId: string): string {
  const description = code === 'RE' ? '<cbc:Description>The document could not be delivered</cbc:Description>' : '';
  const line =
    code === 'RE'
      ? `
    <cac:LineResponse>
      <cac:LineReference><cbc:LineID>NA</cbc:LineID></cac:LineReference>
      <cac:Response>
        <cbc:Description>The receiver could not be reached</cbc:Description>
        <cac:Status><cbc:StatusReasonCode>FD</cbc:StatusReasonCode></cac:Status>
      </cac:Response>
    </cac:LineResponse>`
      : '';
  return `${open(id, at, MLS)}${party('Sender', '0242', PROVIDER)}${party('Receiver', '0242', PROVIDER)}  <cac:DocumentResponse>
    <cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>${description}</cac:Response>
    <cac:DocumentReference><cbc:ID>${escapeXml(instanceId)}</cbc:ID></cac:DocumentReference>${line}
  </cac:DocumentResponse>
</ApplicationResponse>
`;
}

const endpoint = (participant: string): [string, string] => {
  const at = participant.indexOf(':');
  return [participant.slice(0, at), participant.slice(at + 1)];
};

/** Invoice response of the buyer: from the receiver of the invoice to its sender (T111). */
export function writeInvoiceResponse(
  id: string,
  at: Date,
  code: string,
  invoice: { readonly number: string; readonly typeCode: string },
  { senderParticipantId, receiverParticipantId }: Metadata,
): string {
  return `${open(id, at, INVOICE_RESPONSE)}${party('Sender', ...endpoint(receiverParticipantId))}${party('Receiver', ...endpoint(senderParticipantId))}  <cac:DocumentResponse>
    <cac:Response><cbc:ResponseCode>${escapeXml(code)}</cbc:ResponseCode></cac:Response>
    <cac:DocumentReference>
      <cbc:ID>${escapeXml(invoice.number)}</cbc:ID>
      <cbc:DocumentTypeCode>${escapeXml(invoice.typeCode)}</cbc:DocumentTypeCode>
    </cac:DocumentReference>
  </cac:DocumentResponse>
</ApplicationResponse>
`;
}
