import type { Language } from '@e-invoice/validator/issues';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Log } from '../../../platform/index.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Batches, NewFile } from '../../batches/index.ts';
import type { Documents } from '../../documents/index.ts';
import type { Preview } from '../../drafts/index.ts';
import type { Evidence } from '../../evidence/index.ts';
import type { PdfReader } from '../../rendering/index.ts';
import type { IntakeSettings } from './drop.ts';
import type { FileKind } from './file-kind.ts';

export type SerializedRefusal = { readonly code: string; readonly status: number };

export type DropboxParts = {
  /** Root folder of all workspaces. */
  readonly root: string;
  readonly documents: Pick<Documents, 'receiveAll' | 'settling' | 'cancel' | 'artifacts'>;
  readonly batches: Pick<Batches, 'receive' | 'wait' | 'download' | 'results'>;
  readonly evidence: Pick<Evidence, 'signResult'>;
  readonly audit: Pick<Accounts['audit'], 'begin'>;
  readonly meter: Accounts['meter'];
  readonly meterEach: Accounts['meterEach'];
  readonly pdfReader: PdfReader;
  /** Creates and validates the invoice of a JSON draft. Throws Refusal for an invalid draft. */
  readonly preview: (json: Buffer, owner: string, signal: AbortSignal) => Promise<Preview>;
  /** Streams the files of a batch from disk. Throws Refusal for an invalid archive. */
  readonly readBatch: (path: string, kind: Extract<FileKind, 'zip' | 'ndjson'>) => AsyncIterable<NewFile>;
  /** Converts a Refusal; returns null for a temporary error. */
  readonly toProblemResponse: (error: unknown, language: Language) => SerializedRefusal | null;
  readonly settings: (workspaceId: string) => Promise<IntakeSettings>;
  /** Active workspaces that have, or had, a key. */
  readonly workspaces: () => Promise<readonly string[]>;
  /**
   * Splits workspace ids by state: `living` workspaces exist and are then recorded; `erased` ones were recorded
   * earlier and no longer exist. Only folders of erased workspaces are deleted, so that an unrelated or new database,
   * which has no records, deletes nothing.
   */
  readonly findHomes: (
    ids: readonly string[],
  ) => Promise<{ readonly living: readonly string[]; readonly erased: readonly string[] }>;
  /** False while the workspace has too much queued work. Files then stay in the inbox and are claimed later. */
  readonly hasRoom: (workspaceId: string) => Promise<boolean>;
  readonly maxXmlBytes: number;
  readonly maxPdfBytes: number;
  /** How long a file found by a scan must be unchanged before it is claimed, in milliseconds. */
  readonly quietMs: number;
  /** Retention of partial files and files with a temporary name, in milliseconds. */
  readonly halfFileMs: number;
  /** Retention of results and archived files, in milliseconds; 0 keeps them forever. */
  readonly keepMs: number;
  /** Additional text for /README.txt, for example the fingerprints of the server. */
  readonly readme: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly log: Log;
};
