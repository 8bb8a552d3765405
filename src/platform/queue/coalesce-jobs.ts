import { createHash } from 'node:crypto';
import type { JobName, JobPayload } from './jobs.ts';
import type { OutgoingJob } from './queue.ts';

/**
 * Maximum number of documents or events per job: enough to spread its cost, and few enough that other workspaces get
 * their turn soon.
 */
export const MAX_MEMBERS = 32;

type OfDocuments = 'document.validate-group' | 'document.prepare-send-group';
type Together = OfDocuments | 'webhook.fan-out-group';

/** Jobs for one document or event, and the corresponding job for several. */
const TOGETHER = new Map<JobName, Together>([
  ['document.validate', 'document.validate-group'],
  ['document.validate-group', 'document.validate-group'],
  ['document.prepare-send', 'document.prepare-send-group'],
  ['document.prepare-send-group', 'document.prepare-send-group'],
  ['webhook.fan-out', 'webhook.fan-out-group'],
  ['webhook.fan-out-group', 'webhook.fan-out-group'],
]);

type Event = JobPayload<'webhook.fan-out'>['event'];
type Part = { readonly job: Together; readonly workspace: string; readonly items: readonly (string | Event)[] };
type Group = { job: Together; workspace: string; items: (string | Event)[]; members: OutgoingJob[] };

/** Part that a job contributes to a group; null when it must run separately or has another subject. */
function partOf({ job: requested, payload }: OutgoingJob): Part | null {
  const job = TOGETHER.get(requested);
  if (job === undefined) return null;
  if (requested === 'webhook.fan-out-group') {
    const { workspace_id, events } = payload as JobPayload<'webhook.fan-out-group'>;
    return { job, workspace: workspace_id, items: events };
  }
  if (job === 'webhook.fan-out-group') {
    const { workspace_id, event } = payload as JobPayload<'webhook.fan-out'>;
    return { job, workspace: workspace_id, items: [event] };
  }
  if (requested === job) {
    const { workspace_id, document_ids } = payload as JobPayload<OfDocuments>;
    return { job, workspace: workspace_id, items: document_ids };
  }
  const { workspace_id, document_id, alone } = payload as JobPayload<'document.validate' | 'document.prepare-send'>;
  return alone ? null : { job, workspace: workspace_id, items: [document_id] };
}

function toJob({ job, workspace, items, members }: Group): OutgoingJob {
  if (members.length === 1) return members[0]!;
  const rows = members.map(({ id }) => id);
  // The id depends on the rows: republishing the same rows gives the same job, other combinations give another.
  const id = `job_${createHash('sha256').update(rows.join(' ')).digest('hex').slice(0, 32)}`;
  const payload = {
    workspace_id: workspace,
    ...(job === 'webhook.fan-out-group' ? { events: items } : { document_ids: items }),
  } as JobPayload<Together>;
  const { turn } = members[0]!;
  const traces = members.flatMap((member) => member.traces ?? []);
  return { id, job, payload, rows, ...(turn && { turn }), ...(traces.length > 0 && { traces }) };
}

/**
 * Combines jobs of one workspace that validate documents, prepare them for sending, or deliver events. A separate job
 * per document or event would account for half of its database cost.
 *
 * @returns jobs in the order of their first member
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
    const { job, workspace, items } = part;
    const key = `${job} ${workspace}`;
    let group = open.get(key);
    if (group === undefined || group.items.length + items.length > MAX_MEMBERS) {
      group = { job, workspace, items: [], members: [] };
      open.set(key, group);
      all.push(group);
    }
    group.items.push(...items);
    group.members.push(one);
  }
  return all.map((one) => ('members' in one ? toJob(one) : one));
}
