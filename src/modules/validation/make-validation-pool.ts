import { createHash } from 'node:crypto';
import { type EnvelopeVerdict, LayerNotInRuleset, RulesetUnknown } from '@e-invoice/validator/validation';
import { type Log, type Metrics, makeThreadPool, type PoolRequest, ThreadStopped } from '../../platform/index.ts';
import type { Preview } from '../drafts/index.ts';
import type { Addressing } from '../exchange/envelope/index.ts';
import type { ForSending, Particulars } from '../exchange/invoice-facts/index.ts';
import type { RenderIssuesOptions, WrittenTaxData } from '../exchange/tax-data/index.ts';
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

/** Releases of the service that apply beside those that every thread has. */
export type ServedRules = {
  /** Those that judge the files of an owner, from now on. */
  readonly servingFor: (owner: string) => readonly ServedPack[];
  /** Those that are tried beside, whose findings nobody is told. */
  readonly shadows: () => readonly ShadowPack[];
  readonly onCompared: (difference: ShadowDifference) => void;
  /** At least 0, and less than 1: which files a shadow judges too. */
  readonly random: () => number;
};

type JudgesParts = {
  readonly setup: Setup;
  /** How many files are judged at once; each thread has its own copy of the rules in memory. */
  readonly threads: number;
  /** After so many milliseconds of the processor on one file a thread is ended. */
  readonly timeLimit: number;
  /** The heap that a thread may use for a file and the rules, in MiB. */
  readonly memoryLimit: number;
  /** Whether threads start when they are needed and end again, for a process that seldom judges. */
  readonly onDemand?: boolean;
  /** Unset: there are none. */
  readonly served?: ServedRules;
  readonly log: Log;
  readonly metrics: Metrics;
  /** The thread's program; the real one unless told otherwise. */
  readonly script?: URL;
};

/** Who waits for a result, and until when. */
type ValidationOptions = {
  /** Whose file it is: owners are served in turn. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
};

/** A report, and the rules that it breaks; empty in a form that does not tell them. */
export type ValidatedTaxData = WrittenTaxData & { readonly findings: readonly NetworkFinding[] };

/** Judges files in threads, each file in one that can be ended without harm to the others. */
export type ValidationPool = {
  /**
   * As `validate`, elsewhere: the result of a file, whatever its bytes are. Files of one owner wait in their order;
   * costly ones never take the thread that small ones wait for.
   *
   * @throws RulesetUnknown; LayerNotInRuleset; JudgingStopped at the limit of time or memory, now or lately for the same file; the signal's
   *   reason once it aborts while the file still waits
   */
  readonly validate: (
    bytes: Uint8Array,
    request: FileValidationRequest,
    options: ValidationOptions,
  ) => Promise<ValidatedFile>;
  /**
   * Judges small files of one owner in one go, and gives their results as they are kept. Null of each that is to be judged by
   * itself: a costly one, one about which there is something else to say, and all of them where something went wrong.
   *
   * @throws the signal's reason
   */
  readonly validateTogether: (
    files: readonly GroupFile[],
    request: Omit<FileValidationRequest, 'filename'>,
    options: ValidationOptions,
  ) => Promise<readonly (WrittenResult | null)[]>;
  /**
   * Makes an invoice of a draft, and judges it.
   *
   * @throws JudgingStopped; the signal's reason once it aborts while the draft still waits
   */
  readonly preview: (request: PreviewRequest, options: ValidationOptions) => Promise<Preview>;
  /** Starts the threads that come with the first costly file otherwise. */
  readonly warmUp: () => void;
  /** Has the thread for large files judge a long invoice, so that the first one that comes is judged as fast as later ones. */
  readonly warmUpForLarge: () => void;
  /**
   * Reads who sends a document to whom; null when it is no UBL document.
   *
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly readAddressing: (bytes: Uint8Array, options: ValidationOptions) => Promise<Addressing | null>;
  /**
   * Reads what the preparation of a document for sending needs of it, in one go; null when it is no UBL document.
   *
   * @param at of the report to the tax office, milliseconds since the epoch
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly readForSending: (bytes: Uint8Array, at: number, options: ValidationOptions) => Promise<ForSending | null>;
  /**
   * Makes the tax data document of an invoice; null when it is no UBL document. As JSON it is judged by its own rules.
   *
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly taxData: (
    bytes: Uint8Array,
    request: RenderIssuesOptions,
    options: ValidationOptions,
  ) => Promise<ValidatedTaxData | null>;
  /**
   * Reads what of an invoice matters before it is sent; null when it is no UBL document.
   *
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly particulars: (bytes: Uint8Array, options: ValidationOptions) => Promise<Particulars | null>;
  /**
   * Judges what goes through the network beside invoices: the rules of the pack that it breaks, each once; null when it
   * is no XML.
   *
   * @param pack whose rules they are
   * @param today `YYYY-MM-DD`
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly validateStatusMessage: (
    bytes: Uint8Array,
    asked: { readonly pack: NetworkPackId; readonly today: string },
    options: ValidationOptions,
  ) => Promise<readonly NetworkFinding[] | null>;
  /**
   * The rules that the envelope around a document breaks, each once; the document inside is not judged.
   *
   * @throws JudgingStopped; the signal's reason once it aborts while the file still waits
   */
  readonly validateEnvelope: (bytes: Uint8Array, options: ValidationOptions) => Promise<EnvelopeVerdict>;
  /** How many files wait for a thread. */
  readonly waiting: () => number;
  /** Ends the threads; files that are not judged yet are rejected. */
  readonly close: () => Promise<void>;
};

/** The thread for large files waits so long for another, in milliseconds: a new one judges its first in twice the time. */
const LARGE_IDLE = 15 * 60_000;

const VERDICTS = ['valid', 'invalid', 'undetermined'] as const satisfies readonly VerdictWord[];

/** Makes the judges and starts their threads, which are ready a little later: what is asked before waits. */
export function makeValidationPool(parts: JudgesParts): ValidationPool {
  const idleTime = parts.onDemand ? {} : { idleTime: LARGE_IDLE };
  const pool = makeThreadPool<Request, Reply>({
    ...parts,
    ...idleTime,
    name: 'judging',
    script: parts.script ?? THREAD,
  });
  const verdicts = parts.metrics.counter({
    name: 'verdicts_total',
    help: 'Files judged, by verdict; undetermined: a rule could not be evaluated, which counts as invalid.',
    labels: ['verdict'],
  });
  // A series that only begins with its first file has not increased.
  for (const verdict of VERDICTS) verdicts.inc({ verdict }, 0);
  const ask = async (request: PoolRequest<Request>): Promise<Reply> => {
    try {
      return await pool.run(request);
    } catch (error) {
      if (error instanceof ThreadStopped) throw new ValidationLimitExceeded(error.reason, error.limit);
      throw error;
    }
  };
  /** Asks for something else about a file than its judgement: a copy of the bytes is handed over. */
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
  const beside = makeShadow({
    shadows,
    random,
    onCompared,
    waiting: pool.waiting,
    outcomes: parts.metrics.counter({
      name: 'rule_pack_shadow_total',
      help: 'Files that shadow rule packs judged too, by outcome: same, verdict, rules, not_applied, skipped, failed.',
      labels: ['outcome'],
    }),
  });
  const validateBy = async (
    served: readonly ServedPack[],
    bytes: Uint8Array,
    request: FileValidationRequest,
    { owner, signal }: ValidationOptions,
  ): Promise<ValidatedFile> => {
    // Its own copy, handed over: the caller's bytes may be a part of something larger.
    const own = new Uint8Array(bytes);
    const cost = estimateCost(bytes);
    const fingerprint = (): string => fingerprintOf(bytes, request, served);
    // Reading, rules and corrections share the time of the file: corrections begin no later than a quarter of it.
    const bounded = { correctionsLimit: parts.timeLimit / 4, ...request };
    const asked: Request = { kind: 'file', bytes: own, request: bounded, served };
    const reply = await ask({ request: asked, transfer: [own.buffer], owner, cost, fingerprint, signal });
    if (reply.kind !== 'result') throw faultOf(reply);
    return reply.result;
  };
  return {
    validate: async (bytes, request, options) => {
      // Once for the file, however long it waits: nothing is judged half by one release and half by another.
      const served = servingFor(options.owner);
      const result = await validateBy(served, bytes, request, options);
      verdicts.inc({ verdict: verdictOf(result) });
      beside({ bytes, request, served, result }, (tried) => validateBy(tried, bytes, request, { owner: 'rules' }));
      return result;
    },
    validateTogether: async (files, request, { owner, signal }) => {
      // A shadow has each file for itself.
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
      // One thread alone is that of small files too, which would wait.
      if (parts.threads === 1) return;
      const request: Request = { kind: 'draft', request: warmUpRequest(parts.setup.today), served: [] };
      ask({ request, owner: 'warm-up', cost: 'large', fingerprint: () => 'warm-up' }).catch((error: unknown) =>
        parts.log.info({ err: error }, 'the thread for large files could not be warmed up'),
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
      return reply.told && { ...reply.told, findings: reply.findings };
    },
    particulars: async (bytes, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'particulars', bytes: own }), options);
      if (reply.kind !== 'particulars') throw faultOf(reply);
      return reply.particulars;
    },
    validateStatusMessage: async (bytes, asked, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'network', bytes: own, ...asked }), options);
      if (reply.kind !== 'network') throw faultOf(reply);
      return reply.findings;
    },
    validateEnvelope: async (bytes, options) => {
      const reply = await askAbout(bytes, (own) => ({ kind: 'envelope', bytes: own }), options);
      if (reply.kind !== 'envelope') throw faultOf(reply);
      return reply.verdict;
    },
    waiting: pool.waiting,
    close: pool.close,
  };
}

/** A draft of so many lines is a small file. */
const FEW_LINES = 10;

/** The program beside this file, in the form that this file runs in. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

/** The same bytes under other rules are other work. */
function fingerprintOf(
  bytes: Uint8Array,
  { ruleset, asOf, layers, compare, details }: FileValidationRequest,
  served: readonly ServedPack[],
): string {
  return createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([ruleset, asOf, layers, compare, details, served]))
    .digest('hex');
}

function faultOf(reply: Reply): Error {
  if (reply.kind !== 'refused') return new Error(`A judge replied with a ${reply.kind} that was not asked for`);
  const { refusal } = reply;
  return refusal.code === 'ruleset_unknown'
    ? new RulesetUnknown(refusal.asked, refusal.installed)
    : new LayerNotInRuleset(refusal.asked, refusal.ruleset, refusal.layers);
}
