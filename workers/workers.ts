import type { JobName } from '../src/platform/queue/index.ts';
import { batchValidateSlice } from './batch.validate-slice.ts';
import { batchVerifyVat } from './batch.verify-vat.ts';
import { documentAddLogProof } from './document.add-log-proof.ts';
import { documentCreateEvidence } from './document.create-evidence.ts';
import { documentFollowSend } from './document.follow-send.ts';
import { documentPrepareSend } from './document.prepare-send.ts';
import { documentPrepareSendGroup } from './document.prepare-send-group.ts';
import { documentRender } from './document.render.ts';
import { documentSend } from './document.send.ts';
import { documentValidate } from './document.validate.ts';
import { documentValidateGroup } from './document.validate-group.ts';
import { partnerPullInbox } from './partner.pull-inbox.ts';
import { radarBeginCheck } from './radar.begin-check.ts';
import { radarCheckSlice } from './radar.check-slice.ts';
import { upkeepEraseExpired } from './upkeep.erase-expired.ts';
import { upkeepPullInboxes } from './upkeep.pull-inboxes.ts';
import { upkeepStampCheckpoints } from './upkeep.stamp-checkpoints.ts';
import { webhookDeliver } from './webhook.deliver.ts';
import { webhookFanOut } from './webhook.fan-out.ts';
import { webhookFanOutGroup } from './webhook.fan-out-group.ts';
import type { Worker } from './worker.ts';

/** The worker of each job; the type requires one for every job name. */
const WORKERS: { readonly [N in JobName]: Worker<N> } = {
  'document.validate': documentValidate,
  'document.validate-group': documentValidateGroup,
  'document.create-evidence': documentCreateEvidence,
  'document.add-log-proof': documentAddLogProof,
  'document.render': documentRender,
  'document.prepare-send': documentPrepareSend,
  'document.prepare-send-group': documentPrepareSendGroup,
  'document.send': documentSend,
  'document.follow-send': documentFollowSend,
  'partner.pull-inbox': partnerPullInbox,
  'upkeep.pull-inboxes': upkeepPullInboxes,
  'upkeep.stamp-checkpoints': upkeepStampCheckpoints,
  'batch.validate-slice': batchValidateSlice,
  'batch.verify-vat': batchVerifyVat,
  'radar.begin-check': radarBeginCheck,
  'radar.check-slice': radarCheckSlice,
  'webhook.fan-out': webhookFanOut,
  'webhook.fan-out-group': webhookFanOutGroup,
  'webhook.deliver': webhookDeliver,
  'upkeep.erase-expired': upkeepEraseExpired,
};

/** The job name determines the payload type, but TypeScript cannot follow this through a table lookup. */
export const workerOf = (name: JobName): Worker<JobName> => WORKERS[name] as Worker<JobName>;
