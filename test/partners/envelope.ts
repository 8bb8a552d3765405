import { writeEnvelope } from '../../src/modules/exchange/envelope/index.ts';
import { BUYER, SELLER } from '../support/sapi-simulator.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';
export const DOCUMENT = `<Invoice xmlns="${NAMESPACE}"/>`;
export const DOCUMENT_TYPE = `${NAMESPACE}::Invoice##urn:x::2.1`;

/** A package as stored by a preparation. */
export const envelopeOf = (instanceIdentifier: string): Buffer =>
  writeEnvelope({
    addressing: { namespace: NAMESPACE, localName: 'Invoice', version: '2.1', content: DOCUMENT },
    sender: SELLER,
    receiver: BUYER,
    documentType: { id: DOCUMENT_TYPE, scheme: 'busdox-docid-qns' },
    process: 'urn:p',
    country: 'SK',
    instanceIdentifier,
    createdAt: Date.UTC(2026, 10, 22),
    messageStatus: null,
  });
