import type { ParticipantFinding } from './answer.ts';

/** Whether a document of the type that was looked up would arrive; null when nobody could tell. */
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
