import { type Artifacts, makeArtifacts } from './artifacts.ts';
import { type Lifecycle, type LifecycleParts, makeLifecycle } from './lifecycle.ts';
import { makeReading, type Reading } from './read-documents.ts';
import { makeTimeline, type Timeline } from './timeline.ts';

/** Everything that can be said to and asked of documents. */
export type Documents = Lifecycle & Reading & { readonly timeline: Timeline; readonly artifacts: Artifacts };

/** Makes the record of documents on a database. It holds nothing that must be closed besides the database. */
export function makeDocuments(parts: LifecycleParts): Documents {
  return {
    ...makeLifecycle(parts),
    ...makeReading(parts),
    timeline: makeTimeline(parts),
    artifacts: makeArtifacts(parts),
  };
}
