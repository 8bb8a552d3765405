import type { ParticipantFinding } from './answer.ts';

/** Whether the participant can receive the document type of the lookup; null when unknown. */
export function canReceive({
  outcome,
  document_types,
}: Pick<ParticipantFinding, 'outcome' | 'document_types'>): boolean | null {
  if (outcome === 'unknown') return null;
  if (outcome !== 'registered') return false;
  return document_types.some(({ processes }) =>
    processes.some(({ endpoints }) => endpoints.some(({ state }) => state === 'active')),
  );
}
