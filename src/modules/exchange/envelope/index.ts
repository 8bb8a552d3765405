/**
 * The Peppol business message envelope (SBDH) of a document: reads its values from the document and writes both
 * together. It does not validate: an envelope that it wrote is validated like any enveloped file.
 */
export { type OpenedEnvelope, openEnvelope } from './open-envelope.ts';
export { type Addressing, addressingOf, readAddressing } from './read-addressing.ts';
export { type EnvelopeParts, type MessageStatus, writeEnvelope } from './write-envelope.ts';
