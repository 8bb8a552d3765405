export { getParticipant } from './participant-routes.ts';
export { PeppolParticipant } from './participant-schemas.ts';
export { expectParticipant } from './peppol-input.ts';
