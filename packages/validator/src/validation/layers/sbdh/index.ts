/**
 * The Peppol business message envelope (SBDH) around an invoice: opens it, checks its header, and compares what the
 * header says with the document inside.
 *
 * It must never judge the document inside (the other layers do), nor look anything up: whether a participant exists is
 * not a matter of the file.
 */
export { checkEnvelope } from './check-envelope.ts';
export { describeFinding, levelOf } from './describe-finding.ts';
export { SBDH_RULES, type SbdhFinding, type SbdhRule } from './finding.ts';
export { type Envelope, openEnvelope } from './open-envelope.ts';
