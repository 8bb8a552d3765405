import { type Artifacts, makeArtifacts } from './artifacts/make-artifacts.ts';
import { type Groups, makeGroups } from './bulk/groups.ts';
import { type GroupPreparations, makeGroupPreparations } from './bulk/preparing.ts';
import { makeReceiving } from './bulk/receiving.ts';
import { makeSettling, type Settling } from './bulk/settling.ts';
import { countOpenDocuments } from './count-store.ts';
import { type Erasure, makeErasure } from './erasure.ts';
import { type Lifecycle, makeLifecycle } from './lifecycle.ts';
import { makeOptionalSteps, type OptionalSteps } from './optional-steps.ts';
import { makePreparations, type Preparations } from './preparation.ts';
import { type DocumentReader, makeDocumentReader } from './read-documents.ts';
import { makeSendSettlement, type SendSettlement } from './resolve-unknown-send.ts';
import { makeSends, type Sends } from './sends.ts';
import type { OpenStatus } from './status.ts';
import { type Deliveries, makeDeliveries } from './status-message-matching.ts';
import { makeTimeline, type Timeline } from './timeline.ts';
import { type LifecycleParts, makeAdvancing } from './transition.ts';

/** All operations on documents. */
export type Documents = Lifecycle &
  Groups &
  GroupPreparations &
  Settling &
  OptionalSteps &
  Preparations &
  Omit<Sends, 'repeatSend'> &
  SendSettlement &
  Deliveries &
  Erasure &
  DocumentReader & {
    readonly timeline: Timeline;
    readonly artifacts: Artifacts;
    /**
     * Deletes unreferenced contents outside the database, at most `limit`; returns the number of examined contents.
     */
    readonly sweepContents: (limit: number) => Promise<number>;
    /** Number of documents that wait for work, a retry or an operator, by status, over all workspaces. */
    readonly countOpen: () => Promise<Readonly<Record<OpenStatus, number>>>;
  };

/** Creates the document records on a database. Only the database has to be closed. */
export function makeDocuments(parts: LifecycleParts): Documents {
  const advancing = makeAdvancing(parts);
  const { repeatSend, ...sends } = makeSends(advancing, parts);
  const lifecycle = makeLifecycle(advancing, parts, repeatSend);
  const groups = makeGroups(advancing, parts);
  return {
    ...lifecycle,
    ...groups,
    ...makeGroupPreparations(advancing, parts),
    receive: makeReceiving(lifecycle.receive, groups.receiveAll),
    ...makeSettling(parts),
    ...sends,
    ...makeSendSettlement(advancing, parts),
    ...makeDeliveries(advancing, parts),
    ...makeOptionalSteps(advancing, parts),
    ...makePreparations(advancing, parts),
    ...makeErasure(advancing, parts),
    ...makeDocumentReader(parts),
    timeline: makeTimeline(parts),
    artifacts: makeArtifacts(parts),
    sweepContents: async (limit) => (await parts.contents?.sweep(limit)) ?? 0,
    countOpen: () => countOpenDocuments(parts.db),
  };
}
