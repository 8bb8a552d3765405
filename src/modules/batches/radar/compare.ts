import type { ParticipantFinding } from '../../peppol/index.ts';
import type { Change, WatchedState } from './radar.ts';

const AS4 = 'peppol-transport-as4-v2_0';

/** The state in a finding that is compared between checks; null when the lookup result is unknown. */
export function toState({
  outcome,
  smp_url,
  document_types,
  document_type_list: list,
}: ParticipantFinding): WatchedState | null {
  if (outcome === 'unknown') return null;
  const endpoints = document_types.flatMap(({ processes }) => processes.flatMap((process) => process.endpoints));
  const chosen = endpoints.find(({ transport_profile }) => transport_profile === AS4) ?? endpoints[0];
  return {
    outcome,
    smp_url,
    document_types: document_types.map(({ id }) => id).sort(),
    ...(!list.complete && { document_types_complete: false }),
    endpoint:
      chosen === undefined
        ? null
        : {
            url: chosen.url,
            state: chosen.state,
            certificate_subject: chosen.certificate?.subject ?? null,
            certificate_not_after: chosen.certificate?.not_after ?? null,
          },
  };
}

/**
 * Differences between two states. Only values known on both sides are compared: a value that this check could not
 * read, for example the endpoint of a registered participant, is not a change.
 */
export function compareStates(before: WatchedState, after: WatchedState): Change[] {
  const changes: Change[] = [];
  const compare = (field: Change['field'], from: string | null, to: string | null): void => {
    if (from !== to) changes.push({ field, from, to });
  };
  compare('outcome', before.outcome, after.outcome);
  compare('smp_url', before.smp_url, after.smp_url);
  for (const id of after.document_types_complete === false ? [] : before.document_types) {
    if (!after.document_types.includes(id)) compare('document_type', id, null);
  }
  for (const id of before.document_types_complete === false ? [] : after.document_types) {
    if (!before.document_types.includes(id)) compare('document_type', null, id);
  }
  if (before.endpoint !== null && after.endpoint !== null) {
    compare('endpoint_url', before.endpoint.url, after.endpoint.url);
    compare('endpoint_state', before.endpoint.state, after.endpoint.state);
    compare('certificate_subject', before.endpoint.certificate_subject, after.endpoint.certificate_subject);
    compare('certificate_not_after', before.endpoint.certificate_not_after, after.endpoint.certificate_not_after);
  }
  return changes;
}

/**
 * The state after a check: an endpoint, or document types missing from an incomplete list, that this check could not
 * read are taken from the earlier state.
 */
export function mergeStates(before: WatchedState | null, after: WatchedState): WatchedState {
  if (before === null || after.outcome !== before.outcome) return after;
  const both = [...new Set([...before.document_types, ...after.document_types])].sort();
  return {
    ...after,
    endpoint: after.endpoint ?? before.endpoint,
    ...(after.document_types_complete === false && {
      document_types: both,
      // If the earlier list was complete, all types are known except new ones.
      document_types_complete: before.document_types_complete ?? true,
    }),
  };
}
