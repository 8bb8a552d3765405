import type { Language } from '@e-invoice/validator/issues';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Log } from '../../../platform/index.ts';
import type { Accounts, SftpSettings } from '../../accounts/index.ts';
import type { Batches, NewFile } from '../../batches/index.ts';
import type { Documents } from '../../documents/index.ts';
import type { Preview } from '../../drafts/index.ts';
import type { Evidence } from '../../evidence/index.ts';
import type { PdfReader } from '../../rendering/index.ts';
import type { FileKind } from './file-kind.ts';

/** A refusal as a file tells it. */
export type SerializedRefusal = { readonly code: string; readonly status: number };

/** What the intake is made of. */
export type DropboxParts = {
  /** Where the folders of all workspaces are. */
  readonly root: string;
  readonly documents: Pick<Documents, 'receiveAll' | 'settling' | 'cancel' | 'artifacts'>;
  readonly batches: Pick<Batches, 'receive' | 'wait' | 'download' | 'results'>;
  readonly evidence: Pick<Evidence, 'signResult'>;
  readonly audit: Pick<Accounts['audit'], 'begin'>;
  readonly meter: Accounts['meter'];
  readonly meterEach: Accounts['meterEach'];
  readonly pdfReader: PdfReader;
  /** Makes and judges the invoice of a draft in JSON. Throws Refusal for what is none. */
  readonly preview: (json: Buffer, owner: string, signal: AbortSignal) => Promise<Preview>;
  /** The files of a batch on the disk, as they are taken. Throws Refusal for what is none. */
  readonly readBatch: (path: string, kind: Extract<FileKind, 'zip' | 'ndjson'>) => AsyncIterable<NewFile>;
  /** What a refusal is told as; null for a fault that may pass. */
  readonly toProblemResponse: (error: unknown, language: Language) => SerializedRefusal | null;
  readonly settings: (workspaceId: string) => Promise<SftpSettings>;
  /** The workspaces that live and have, or had, a key. */
  readonly workspaces: () => Promise<readonly string[]>;
  /**
   * Which of the workspaces of these folders live, which are remembered then, and which of those remembered do not: only
   * theirs are erased. A database that knows nothing of a workspace, such as a new one, says nothing of it.
   */
  readonly findHomes: (
    ids: readonly string[],
  ) => Promise<{ readonly living: readonly string[]; readonly erased: readonly string[] }>;
  /** False while the workspace has more work waiting than is good: files stay where they are, and are taken later. */
  readonly hasRoom: (workspaceId: string) => Promise<boolean>;
  readonly maxXmlBytes: number;
  readonly maxPdfBytes: number;
  /** How long a file that no event told of must have been left alone before it is taken, in milliseconds. */
  readonly quietMs: number;
  /** How long a half file and one under a temporary name are kept, in milliseconds. */
  readonly halfFileMs: number;
  /** How long results and the archive are kept, in milliseconds; 0: for ever. */
  readonly keepMs: number;
  /** What stands in /README.txt besides; the fingerprints of the server, for example. */
  readonly readme: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
  readonly log: Log;
};
