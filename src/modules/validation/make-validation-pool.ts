import { createHash } from 'node:crypto';
import type { ConversionResult, InvoiceComparison, Syntax } from '@e-invoice/validator/conversion';
import { type EnvelopeVerdict, LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import { type Log, type Metrics, makeThreadPool, type PoolRequest, ThreadStopped } from '../../platform/index.ts';
import type { Preview } from '../drafts/index.ts';
import type { Addressing } from '../exchange/envelope/index.ts';
import type { ForSending, Particulars } from '../exchange/invoice-facts/index.ts';
import type { WriteTaxDataOptions, WrittenTaxData } from '../exchange/tax-data/index.ts';
import type { NetworkFinding, NetworkPackId, ServedPack } from '../rules/loader/index.ts';
import { estimateCost } from './estimate-cost.ts';
import { verdictOf } from './outcome.ts';
import { makeShadow, type ShadowDifference, type ShadowPack } from './shadow.ts';
import { ValidationLimitExceeded } from './stopped.ts';
import type {
  FileValidationRequest,
  PreviewRequest,
  Reply,
  Request,
  Setup,
  ValidatedFile,
  VerdictWord,
  WrittenResult,
} from './thread-messages.ts';
import { type GroupFile, validateTogether } from './validate-together.ts';
import { warmUpRequest } from './warm-up.ts';

/** Rule releases installed in the service, in addition to the bundled ones that each thread loads. */
export type ServedRules = {
  /** Releases that currently apply to the files of a tenant. */
  readonly servingFor: (owner: string) => readonly ServedPack[];
  /** Shadow releases: their findings are compared, never returned to clients. */
  readonly shadows: () => readonly ShadowPack[];
  readonly onCompared: (difference: ShadowDifference) => void;
  /** Random number from 0 (inclusive) to 1 (exclusive) for sampling files. */
  readonly random: () => number;
};

type ValidationPoolParts = {
  readonly setup: Setup;
  /** Number of threads; each has its own copy of the rules in memory. */
  readonly threads: number;
  /** CPU time per file in milliseconds, after which the thread is terminated. */
  readonly timeLimit: number;
  /** Heap per thread for the file and the rules, in MiB. */
  readonly memoryLimit: number;
  /** Start threads on demand and stop idle ones, for a process that rarely validates. */
  readonly onDemand?: boolean;
  /** Absent when only bundled releases apply. */
  readonly served?: ServedRules;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Thread script; overridden in tests. */
  readonly script?: URL;
};

type ValidationOptions = {
  /** Tenant id; tenants are served round-robin. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
};

/** A tax report with the rules that it violates; empty for a form without such rules. */
export type ValidatedTaxData = WrittenTaxData & { readonly findings: readonly NetworkFinding[] };

/** Validates files in threads; a thread that is terminated does not affect other files. */
export type ValidationPool = {
  /**
   * Validates a file in a thread; accepts any bytes. Files of one tenant keep their order. Expensive files never use
   * the thread reserved for small files.
   *
   * @throws RulesetUnknown; LayerNotInRuleset; ValidationLimitExceeded at the limit of time or memory, now or
   *   recently for the same file; the signal's reason when it aborts while the file is queued
   */
  readonly validate: (
    bytes: Uint8Array,
    request: FileValidationRequest,
    options: ValidationOptions,
  ) => Promise<ValidatedFile>;
  /**
   * Validates small files of one tenant in one request and returns the results as stored. A result is null when the
   * file must be validated individually: an expensive file, a rejected file, or all remaining files after an error.
   *
   * @throws the signal's reason
   */
  readonly validateTogether: (
    files: readonly GroupFile[],
    request: Omit<FileValidationRequest, 'filename'>,
    options: ValidationOptions,
  ) => Promise<readonly (WrittenResult | null)[]>;
  /**
   * Creates an invoice from a draft and validates it.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the draft is queued
   */
  readonly preview: (request: PreviewRequest, options: ValidationOptions) => Promise<Preview>;
  /** Starts the threads that otherwise start with the first expensive file. */
  readonly warmUp: () => void;
  /**
   * Validates a long generated invoice in the thread for large files, so that its code is compiled before the first
   * large file arrives.
   */
  readonly warmUpForLarge: () => void;
  /**
   * Reads the sender and receiver of a document; null when it is not a UBL document.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly readAddressing: (bytes: Uint8Array, options: ValidationOptions) => Promise<Addressing | null>;
  /**
   * Reads all data needed to prepare a document for sending in one request; null when it is not a UBL document.
   *
   * @param at time of the tax report, milliseconds since the epoch
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly readForSending: (bytes: Uint8Array, at: number, options: ValidationOptions) => Promise<ForSending | null>;
  /**
   * Creates the tax data document of an invoice; null when it is not a UBL document. The JSON form is validated
   * against its own rules.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly taxData: (
    bytes: Uint8Array,
    request: WriteTaxDataOptions,
    options: ValidationOptions,
  ) => Promise<ValidatedTaxData | null>;
  /**
   * Reads the invoice data that is shown or checked before sending; null when it is not a UBL document.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly particulars: (bytes: Uint8Array, options: ValidationOptions) => Promise<Particulars | null>;
  /**
   * Validates a network message other than an invoice. Returns each violated rule once; null when the file is not
   * XML.
   *
   * @param pack rule pack that applies
   * @param today `YYYY-MM-DD`
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly validateStatusMessage: (
    bytes: Uint8Array,
    request: { readonly pack: NetworkPackId; readonly today: string },
    options: ValidationOptions,
  ) => Promise<readonly NetworkFinding[] | null>;
  /**
   * Returns each rule that the envelope of a document violates, once. The document inside is not validated.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly validateEnvelope: (bytes: Uint8Array, options: ValidationOptions) => Promise<EnvelopeVerdict>;
  /**
   * Converts an invoice to the other syntax; null when the file is not an invoice.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the file is queued
   */
  readonly convert: (bytes: Uint8Array, to: Syntax, options: ValidationOptions) => Promise<ConversionResult | null>;
  /**
   * Compares two invoices by business terms; `left` or `right` when that file is not an invoice.
   *
   * @throws ValidationLimitExceeded; the signal's reason when it aborts while the files are queued
   */
  readonly compare: (
    left: Uint8Array,
    right: Uint8Array,
    options: ValidationOptions,
  ) => Promise<InvoiceComparison | 'left' | 'right'>;
  readonly waiting: () => number;
  /** Terminates the threads; unfinished files are rejected. */
  readonly close: () => Promise<void>;
};

/**
 * Idle time after which the thread for large files stops, in milliseconds. Long, because a new thread takes twice the
 * time for its first file.
 */
const LARGE_IDLE = 15 * 60_000;

const VERDICTS = ['valid', 'invalid', 'undetermined'] as const satisfies readonly VerdictWord[];

/** Creates the pool and starts its threads. Requests are queued until the threads are ready. */
export function makeValidationPool(parts: ValidationPoolParts): ValidationPool {
  const idleTime = parts.onDemand ? {} : { idleTime: LARGE_IDLE };
  const pool = makeThreadPool<Request, Reply>({
    ...parts,
    ...idleTime,
    name: 'validation',
    script: parts.script ?? THREAD,
  });
  const verdicts = parts.metrics.counter({
    name: 'verdicts_total',
    help: 'Validated files, by verdict; undetermined: a rule could not be evaluated, which counts as invalid.',
    labels: ['verdict'],
  });
  // Initialize the series: Prometheus sees no increase in a series that starts with its first event.
  for (const verdict of VERDICTS) verdicts.inc({ verdict }, 0);
  const ask = async (request: PoolRequest<Request>): Promise<Reply> => {
    try {
      return await pool.run(request);
    } catch (error) {
      if (error instanceof ThreadStopped) throw new ValidationLimitExceeded(error.reason, error.limit);
      throw error;
    }
  };
  /** Sends a request other than validation for a copy of the file. */
  const askAbout = (
    bytes: Uint8Array,
    toRequest: (own: Uint8Array) => Exclude<Request, { kind: 'file' | 'files' | 'draft' }>,
    options: ValidationOptions,
  ): Promise<Reply> => {
    const own = new Uint8Array(bytes);
    const request = toRequest(own);
    const fingerprint = (): string => createHash('sha256').update(request.kind).update(bytes).digest('hex');
    return ask({ request, transfer: [own.buffer], ...options, cost: estimateCost(bytes), fingerprint });
  };
  const {
    servingFor = () => [],
    shadows = () => [],
    onCompared = () => undefined,
    random = () => 0,
  } = parts.served ?? {};
  const runShadow = makeShadow({
    shadows,
    random,
    onCompared,
    waiting: pool.waiting,
    outcomes: parts.metrics.counter({
      name: 'rule_pack_shadow_total',
      help: 'Files sampled for shadow rule packs, by outcome: same, verdict, rules, not_applied, skipped, failed.',
      labels: ['outcome'],
    }),
  });
  const validateBy = async (
    served: readonly ServedPack[],
    bytes: Uint8Array,
    request: FileValidationRequest,
    { owner, signal }: ValidationOptions,
  ): Promise<ValidatedFile> => {
    // Transfer a copy: the caller's bytes may be a view of a larger buffer.
    const own = new Uint8Array(bytes);
    const cost = estimateCost(bytes);
    const fingerprint = (): string => fingerprintOf(bytes, request, served);
    // Reading, rules and corrections share the time limit of the file; corrections start within the first quarter of
    // it or not at all.
    const bounded = { correctionsLimit: parts.timeLimit / 4, ...request };
    const message: Request = { kind: 'file', bytes: own, request: bounded, served };
    const reply = await ask({ request: message, transfer: [own.buffer], owner, cost, fingerprint, signal });
    if (reply.kind !== 'result') throw faultOf(reply);
    return reply.result;
  };
  return {
    validate: async (bytes, request, options) => {
      // Resolve once per file, so that a release activated while the file is queued does not apply to a part of the
      // validation.
      const served = servingFor(options.owner);
      const result = await validateBy(served, bytes, request, options);
      verdicts.inc({ verdict: verdictOf(result) });
      runShadow({ bytes, request, served, result }, (tried) => validateBy(tried, bytes, request, { owner: 'rules' }));
      return result;
    },
    validateTogether: async (files, request, { owner, signal }) => {
      // Shadow validation needs individual files.
      if (shadows().length > 0) return files.map(() => null);
      const results = await validateTogether(files, request, { ask, served: servingFor(owner), owner, signal });
      for (const result of results) if (result !== null) verdicts.inc({ verdict: result.verdict });
      return results;
    },
    preview: async (request, { owner, signal }) => {
      const cost = request.draft.lines.length <= FEW_LINES ? 'small' : 'medium';
      const served = servingFor(owner);
      const fingerprint = (): string =>
        createHash('sha256')
          .update(JSON.stringify([request, served]))
          .digest('hex');
      const reply = await ask({ request: { kind: 'draft', request, served }, owner, cost, fingerprint, signal });
      if (reply.kind !== 'preview') throw faultOf(reply);
      return reply.preview;
    },
    warmUp: pool.warmUp,
    warmUpForLarge: () => {
      // A single thread also serves small files, which would wait for the warm-up.
      if (parts.threads === 1) return;
      const request: Request = { kind: 'draft', request: warmUpRequest(parts.setup.today), served: [] };
      ask({ request, owner: 'warm-up', cost: 'large', fingerprint: () => 'warm-up' }).catch((error: unknown) =>
        parts.log.info({ err: error }, 'warm-up of the thread for large files failed'),
      );
    },
    readAddressing: async (bytes, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'addressing', bytes: own }), options);
      if (reply.kind !== 'addressing') throw faultOf(reply);
      return reply.addressing;
    },
    readForSending: async (bytes, at, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'for sending', bytes: own, at }), options);
      if (reply.kind !== 'for sending') throw faultOf(reply);
      return reply.read;
    },
    taxData: async (bytes, request, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'tax data', bytes: own, request }), options);
      if (reply.kind !== 'tax data') throw faultOf(reply);
      return reply.taxData && { ...reply.taxData, findings: reply.findings };
    },
    particulars: async (bytes, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'particulars', bytes: own }), options);
      if (reply.kind !== 'particulars') throw faultOf(reply);
      return reply.particulars;
    },
    validateStatusMessage: async (bytes, request, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'network', bytes: own, ...request }), options);
      if (reply.kind !== 'network') throw faultOf(reply);
      return reply.findings;
    },
    validateEnvelope: async (bytes, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'envelope', bytes: own }), options);
      if (reply.kind !== 'envelope') throw faultOf(reply);
      return reply.verdict;
    },
    convert: async (bytes, to, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'convert', bytes: own, to }), options);
      if (reply.kind !== 'convert') throw faultOf(reply);
      return reply.converted;
    },
    compare: async (left, right, options) => {
      const both = Buffer.concat([left, right]);
      const reply = await askAbout(both, (own) => ({ kind: 'compare', bytes: own, split: left.length }), options);
      if (reply.kind !== 'compare') throw faultOf(reply);
      return reply.compared;
    },
    waiting: pool.waiting,
    close: pool.close,
  };
}

const FEW_LINES = 10;

/** Compiled code runs the compiled script, sources run the source. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** The same bytes under other rules have another fingerprint. */
function fingerprintOf(
  bytes: Uint8Array,
  { ruleset, asOf, layers, compare, details, cii }: FileValidationRequest,
  served: readonly ServedPack[],
): string {
  return createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([ruleset, asOf, layers, compare, details, cii, served]))
    .digest('hex');
}

function faultOf(reply: Reply): Error {
  if (reply.kind !== 'refused') return new Error(`The validation thread returned an unexpected reply: ${reply.kind}`);
  const { refusal } = reply;
  return refusal.code === 'ruleset_unknown'
    ? new RulesetUnknown(refusal.requested, refusal.installed)
    : new LayerNotInRuleset(refusal.requested, refusal.ruleset, refusal.layers);
}
