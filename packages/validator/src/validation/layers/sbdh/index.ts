/**
 * The Peppol business message envelope (SBDH) around an invoice: opens it, checks its header, and compares the header
 * with the document inside.
 *
 * Must not validate the document inside, which is the task of the other layers, and must not look anything up:
 * whether a participant is registered is not a property of the file.
 */
export { checkEnvelope } from './check-envelope.ts';
export { describeFinding, levelOf } from './describe-finding.ts';
export { SBDH_RULES, type SbdhFinding, type SbdhRule } from './finding.ts';
export { type Envelope, openEnvelope } from './open-envelope.ts';
