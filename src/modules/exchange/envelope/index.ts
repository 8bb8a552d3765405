/**
 * The Peppol business message envelope (SBDH) of a document: what it has to say is read from the document, and both are
 * put together. It judges nothing: what it wrote is judged like any file that comes with an envelope.
 */
export { type OpenedEnvelope, openEnvelope } from './open-envelope.ts';
export { type Addressing, addressingOf, readAddressing } from './read-addressing.ts';
export { type EnvelopeParts, type MessageStatus, writeEnvelope } from './write-envelope.ts';
