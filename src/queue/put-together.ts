import { createHash } from 'node:crypto';
import type { JobName, JobPayload } from './jobs.ts';
import type { OutgoingJob } from './queue.ts';

/**
 * How many documents share a job at most: enough that a job costs each of them little, few enough that the next
 * workspace has its turn soon.
 */
const MOST_DOCUMENTS = 32;

const TOGETHER = 'document.validate-group' satisfies JobName;

type Part = { readonly workspace: string; readonly documents: readonly string[] };
type Group = { workspace: string; documents: string[]; members: OutgoingJob[] };

/** What a job has for a group; null when it has to be done alone, or is about something else. */
function partOf({ job, payload }: OutgoingJob): Part | null {
  if (job === TOGETHER) {
    const { workspace_id, document_ids } = payload as JobPayload<typeof TOGETHER>;
    return { workspace: workspace_id, documents: document_ids };
  }
  if (job !== 'document.validate') return null;
  const { workspace_id, document_id, alone } = payload as JobPayload<typeof job>;
  return alone ? null : { workspace: workspace_id, documents: [document_id] };
}

function toJob({ workspace, documents, members }: Group): OutgoingJob {
  if (members.length === 1) return members[0]!;
  const rows = members.map(({ id }) => id);
  // The same rows published again are the same job; with others beside them they must not be taken for it.
  const id = `job_${createHash('sha256').update(rows.join(' ')).digest('hex').slice(0, 32)}`;
  const payload: JobPayload<typeof TOGETHER> = { workspace_id: workspace, document_ids: documents };
  const { turn } = members[0]!;
  const traces = members.flatMap((member) => member.traces ?? []);
  return { id, job: TOGETHER, payload, rows, ...(turn && { turn }), ...(traces.length > 0 && { traces }) };
}

/**
 * Makes one job of several that each have documents of the same workspace validated. Half of what a document costs the
 * database would be its job.
 *
 * @returns the jobs in the order of the first that each was made of
 */
export function putTogether(outgoing: readonly OutgoingJob[]): OutgoingJob[] {
  const all: (Group | OutgoingJob)[] = [];
  const open = new Map<string, Group>();
  for (const one of outgoing) {
    const part = partOf(one);
    if (part === null) {
      all.push(one);
      continue;
    }
    const { workspace, documents } = part;
    let group = open.get(workspace);
    if (group === undefined || group.documents.length + documents.length > MOST_DOCUMENTS) {
      group = { workspace, documents: [], members: [] };
      open.set(workspace, group);
      all.push(group);
    }
    group.documents.push(...documents);
    group.members.push(one);
  }
  return all.map((one) => ('members' in one ? toJob(one) : one));
}
