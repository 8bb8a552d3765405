import { createHash } from 'node:crypto';
import { access, constants, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanText } from '../../../../lib/clean-text.ts';
import type { Adapter, DeliveryStatus } from '../adapter.ts';
import type { FolderSettings } from '../partner.ts';
import { toConnection, unknown, withoutPrecondition } from '../submitted.ts';
import { INBOX, pullFolder } from './folder-inbox.ts';
import { codeOf, ofError } from './system-error.ts';
import { NotFinished, writeOnce } from './write-once.ts';

type FolderParts = {
  /** Folder of the workspace below the operator's folder; null when the operator configured no folder. */
  readonly root: string | null;
  readonly settings: FolderSettings;
  /** Returns a unique random name. */
  readonly newName: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Bytes read of a confirmation file; its message is short. */
const MAX_BYTES = 2_000;

const NO_ROOT = withoutPrecondition('address_refused', null);

/** Writes documents into a folder that the partner's own software polls. */
export function makeFolder({ root, settings, newName, now }: FolderParts): Adapter {
  const folder = root === null ? null : join(root, settings.folder);
  const inbox = folder !== null && settings.inbox ? join(folder, INBOX) : null;
  return {
    checkConnection: async () => {
      if (folder === null) return toConnection(NO_ROOT);
      try {
        for (const path of inbox === null ? [folder] : [folder, inbox]) {
          const found = await stat(path);
          if (!found.isDirectory()) return toConnection(withoutPrecondition('unreachable', 'ENOTDIR'));
          await access(path, constants.W_OK | constants.X_OK);
        }
        return { ok: true };
      } catch (error) {
        return toConnection(ofError(error));
      }
    },

    knowsSender: null,

    dryRun: null,

    submit: async ({ content: envelope, envelope: opened }, signal) => {
      if (folder === null) return NO_ROOT;
      signal.throwIfAborted();
      const content = settings.content === 'envelope' ? envelope : opened.content;
      const sha256 = createHash('sha256').update(content).digest('hex');
      const name = nameOf(opened.instanceIdentifier);
      try {
        // A missing folder is a configuration error, so it is not created.
        await access(folder, constants.W_OK | constants.X_OK);
        const written = await writeOnce(folder, name, { content, sha256, part: `.${newName()}.part` });
        if (written === 'conflict') return { outcome: 'conflict', code: 'conflict', partnerMessage: null };
        return { outcome: 'accepted', reference: name };
      } catch (error) {
        return error instanceof NotFinished ? unknown('no_answer', codeOf(error.cause)) : ofError(error);
      }
    },

    readStatus: !settings.confirmation || folder === null ? null : (reference) => readConfirmation(folder, reference),

    pullInbox: inbox === null ? null : (take, signal) => pullFolder(inbox, now(), take, signal),
  };
}

/** Our instance identifiers are UUIDs; other characters are replaced to prevent path traversal. */
export const nameOf = (instanceIdentifier: string): string =>
  `${instanceIdentifier.replace(/[^\w-]/g, '_').slice(0, 100)}.xml`;

/** `<name>.ok` means delivered. `<name>.error` means failed; the file may contain the reason. */
async function readConfirmation(folder: string, reference: string): Promise<DeliveryStatus> {
  if (!/^[\w-]+\.xml$/.test(reference)) return { status: 'open' };
  const failed = await readStart(join(folder, `${reference}.error`));
  if (failed !== null) return { status: 'failed', partnerMessage: cleanText(failed) || null };
  return (await readStart(join(folder, `${reference}.ok`))) === null ? { status: 'open' } : { status: 'delivered' };
}

/** The start of a file; null when it does not exist or cannot be read. */
async function readStart(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return buffer.subarray(0, bytesRead).toString('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
}
