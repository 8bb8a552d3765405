import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Scope } from '../../../lib/scope.ts';
import { makeSingleFlight } from '../../../lib/single-flight.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { HttpClient, SecretCipher, TlsOptions } from '../../../platform/index.ts';
import { openEnvelope } from '../envelope/index.ts';
import type { Adapter, DeliveryStatus, Package, TakeInbound } from './adapter.ts';
import { checkCertificates } from './check-certificate.ts';
import { forgetHandedOver } from './folder/forget-handed-over.ts';
import { checkHeaders } from './http-partner/check-headers.ts';
import { knowsRepeats, makeAdapter } from './make-adapter.ts';
import type { Connected, Connection, NewPartner, Partner, Secrets } from './partner.ts';
import { makePartnerRateLimits } from './partner-rate-limit.ts';
import {
  type Database,
  deletePartner,
  enqueuePulls,
  findMove,
  findPartner,
  insertPartner,
  inWorkspace,
  listPartners,
  noteExchange,
  updatePartner,
} from './partner-store.ts';
import { makeTokens } from './sapi-sk/tokens.ts';
import { type Submitted, toConnectionFault, withoutPrecondition } from './submitted.ts';
import { checkTargets, expectOfKind, makeCheckTarget, newOriginOf, targetChanged } from './target.ts';

type PartnerParts = {
  readonly db: Database;
  /** Separate pool, so that slow partners delay only each other. */
  readonly http: HttpClient;
  /** Creates a client with its own TLS settings, for partners with custom certificates. */
  readonly httpWith: (tls: TlsOptions) => HttpClient;
  /** Operator's folder with one subfolder per workspace; null disables partners of the kind `folder`. */
  readonly folders: string | null;
  /** True: partner URLs must use https. */
  readonly requireTls: boolean;
  readonly cipher: SecretCipher;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

type PartnerChanges = {
  readonly name?: string | undefined;
  readonly sendingEnabled?: boolean | undefined;
  /** Omitted settings stay unchanged. */
  readonly settings?: SettingsChanges | undefined;
  /** Omitted secrets stay unchanged. */
  readonly secrets?: SecretsChanges | undefined;
};

/** Fields of any partner kind; validated against the kind of the partner. */
type SettingsChanges = Readonly<Record<string, unknown>>;
type SecretsChanges = Readonly<Record<string, string | null>>;

/**
 * Partners of a workspace, which send its documents into the network. Methods with a partner id throw
 * `partner_not_found`.
 */
export type Partners = {
  /** Throws `too_many_partners`, `partner_folders_not_configured`, `partner_header_taken`, `partner_target_refused`, `partner_target_unknown`, `partner_target_unencrypted`. */
  readonly create: (scope: Scope, input: NewPartner) => Promise<Partner>;
  /** Oldest first. */
  readonly list: (scope: Scope) => Promise<readonly Partner[]>;
  readonly get: (scope: Scope, id: string) => Promise<Partner>;
  /**
   * Changes the supplied fields. Throws the address errors of `create`, and `partner_secret_needed` when the origin
   * of the address changes without a new secret.
   */
  readonly change: (scope: Scope, id: string, changes: PartnerChanges) => Promise<Partner>;
  readonly remove: (scope: Scope, id: string) => Promise<void>;
  /**
   * Tests the connection, and whether the partner may send for `sender` (null: not reported). Stores no result and
   * sends no document.
   */
  readonly probe: (
    scope: Scope,
    id: string,
    sender: string | null,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection; knowsSender: boolean | null }>;
  /** Tests the connection and stores the result. Sends no document. */
  readonly check: (
    scope: Scope,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection }>;
  /**
   * Like `check`, for many concurrent callers: a recent success is reused, and concurrent calls share one request.
   * Throws the signal's reason on abort.
   */
  readonly checkLately: Partners['check'];
  /**
   * Submits a stored package within the partner's rate limits and stores the connection result. Returns a `refused`
   * outcome instead of throwing when the partner is deleted or sending is disabled.
   *
   * @param take returns the package immediately before the partner is called, after waiting for the rate limit; null
   *   cancels the submit, which then returns null. Not called when the partner is not called
   */
  readonly submit: (
    scope: Scope,
    id: string,
    take: () => Promise<Parcel | null>,
    signal: AbortSignal,
  ) => Promise<Submitted | null>;
  /**
   * Whether a document that the partner may already have can be submitted again automatically, because the partner
   * detects repeats. True for a deleted partner: nothing is submitted to it.
   */
  readonly knowsRepeats: (scope: Scope, id: string) => Promise<boolean>;
  /**
   * Whether the submit address has changed since a time (ISO 8601): the new address does not have documents sent to
   * the old.
   */
  readonly hasMoved: (scope: Scope, id: string, since: string) => Promise<boolean>;
  /**
   * Predicted outcome of a submit; null when the partner does not support a dry run, or sending is disabled, because
   * then no content may reach the partner.
   */
  readonly dryRun: (scope: Scope, id: string, parcel: Parcel, signal: AbortSignal) => Promise<Submitted | null>;
  /**
   * Passes received documents to `take` and acknowledges each that was stored; stores the connection result, so that
   * an inbox failure is visible. No effect when the partner is deleted. Throws what `take` throws.
   */
  readonly pullInbox: (scope: Scope, id: string, take: TakeInbound, signal: AbortSignal) => Promise<void>;
  /** Enqueues an inbox pull for every partner with an inbox, in all workspaces. */
  readonly enqueuePulls: () => Promise<void>;
  /**
   * Deletes bookkeeping files in partner folders, of all workspaces and including deleted partners, for documents
   * that cannot be submitted again. `findOpen` returns those instance identifiers that can.
   *
   * @param before milliseconds since the epoch: younger files stay
   */
  readonly forgetHandedOver: (
    before: number,
    findOpen: (workspaceId: string, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Reads the delivery status of an accepted document; null when the partner is deleted or does not report it. */
  readonly readStatus: (
    scope: Scope,
    id: string,
    reference: string,
    signal: AbortSignal,
  ) => Promise<DeliveryStatus | null>;
};

const open = ({ content, key }: Parcel): Package => {
  const envelope = openEnvelope(content);
  return { content, envelope, documentSha256: createHash('sha256').update(envelope.content).digest('hex'), key };
};

/** The stored bytes of a package, and the idempotency key for the partner. */
type Parcel = { readonly content: Uint8Array; readonly key: string };

/** Per workspace; a company uses few providers. */
export const MAX_PARTNERS = 20;

/** Milliseconds for which a successful exchange counts as a successful check. */
const SEEN_FOR = 10_000;

/** Timeout of a shared check in milliseconds; no adapter waits longer for a response. */
const CHECK_LIMIT = 30_000;

/** Creates the partner records. The caller owns and closes the HTTP pool. */
export function makePartners(parts: PartnerParts): Partners {
  const { db, http, cipher, now, newId } = parts;
  const checkTarget = makeCheckTarget(http, parts.requireTls);
  const at = (): Date => new Date(now());
  const tokens = makeTokens(http, now);
  const share = makeSingleFlight<{ partner: Partner; connection: Connection }>();
  const rateLimits = makePartnerRateLimits(now, (milliseconds, signal) => pause(milliseconds, undefined, { signal }));

  const find = async (scope: Scope, id: string) => {
    const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
    if (found === undefined) throw refusal('partner_not_found', { id });
    return found;
  };

  const openSecrets = (partner: Partner, sealed: string): Secrets =>
    JSON.parse(cipher.decrypt(sealed, partner.id)) as Secrets;
  const newName = (): string => newId('run');
  const adapterParts = { http, httpWith: parts.httpWith, folders: parts.folders, tokens, now, newName };
  const adapterOf = (scope: Scope, { partner, secrets }: Awaited<ReturnType<typeof find>>): Adapter => {
    const { kind, settings } = partner;
    // The settings and the secrets in a row belong to the same kind.
    const connected = { kind, settings, secrets: openSecrets(partner, secrets) } as Connected;
    return makeAdapter(adapterParts, scope.workspaceId, connected);
  };

  /**
   * Successes are stored at most every `SEEN_FOR` milliseconds: an update per send would serialise all sends on one
   * row.
   */
  const note = async (scope: Scope, partner: Partner, submitted: Submitted): Promise<void> => {
    const fault = toConnectionFault(submitted);
    if (fault === null && partner.failures === 0 && sinceSeen(partner) < SEEN_FOR) return;
    await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, partner.id, fault, at()));
  };

  /** Runs a request within the partner's rate limits. */
  const withRateLimit = <T extends Submitted | null>(
    { id, settings }: Partner,
    submitOnce: () => Promise<T>,
    signal: AbortSignal,
  ) => {
    const { at_once: atOnce, per_second: perSecond } = settings.limits;
    return rateLimits.run(id, { atOnce, perSecond }, submitOnce, signal);
  };

  const check = async (scope: Scope, id: string, signal: AbortSignal) => {
    const connection = await adapterOf(scope, await find(scope, id)).checkConnection(signal);
    return inWorkspace(db, scope.workspaceId, async (trx) => {
      await noteExchange(trx, scope.workspaceId, id, connection.ok ? null : connection.fault, at());
      const found = await findPartner(trx, scope.workspaceId, id);
      if (found === undefined) throw refusal('partner_not_found', { id });
      scope.audit?.(trx, id);
      return { partner: found.partner, connection };
    });
  };

  const sinceSeen = ({ last_success_at: seen }: Partner): number =>
    seen === null ? Number.POSITIVE_INFINITY : now() - Date.parse(seen);

  return {
    create: async (scope, { name, kind, settings, secrets, sendingEnabled }) => {
      const id = newId('prt');
      if (kind === 'folder' && parts.folders === null) throw refusal('partner_folders_not_configured', {});
      checkCertificates(settings, secrets);
      checkHeaders(settings);
      const row = {
        id,
        name,
        kind,
        settings: await checkTargets(settings, checkTarget),
        secrets: cipher.encrypt(JSON.stringify(secrets), id),
        sending_enabled: sendingEnabled,
        created_by: scope.actor,
        at: at(),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const partner = await insertPartner(trx, scope.workspaceId, row, MAX_PARTNERS);
        if (partner === undefined) throw refusal('too_many_partners', { limit: MAX_PARTNERS });
        scope.audit?.(trx, id);
        return partner;
      });
    },

    list: (scope) => inWorkspace(db, scope.workspaceId, (trx) => listPartners(trx, scope.workspaceId)),

    get: async (scope, id) => (await find(scope, id)).partner,

    change: async (scope, id, { name, sendingEnabled, settings = {}, secrets }) => {
      const checkedSettings = await checkTargets(settings, checkTarget);
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const found = await findPartner(trx, scope.workspaceId, id, true);
        if (found === undefined) throw refusal('partner_not_found', { id });
        const { partner } = found;
        const storedSecrets = openSecrets(partner, found.secrets);
        expectOfKind(partner.kind, checkedSettings, partner.settings);
        expectOfKind(partner.kind, secrets ?? {}, storedSecrets);
        const changedSettings = { ...partner.settings, ...checkedSettings } as Partner['settings'];
        checkCertificates(changedSettings, { ...storedSecrets, ...secrets });
        checkHeaders(changedSettings);
        const elsewhere = newOriginOf(partner.settings, changedSettings);
        const keepsSecrets = Object.entries(storedSecrets).some(
          ([field, value]) => value !== null && !Object.hasOwn(secrets ?? {}, field),
        );
        if (elsewhere !== null && keepsSecrets)
          throw refusal('partner_secret_needed', { host: new URL(elsewhere).hostname });
        const changed = await updatePartner(trx, scope.workspaceId, id, {
          ...(name !== undefined && { name }),
          ...(sendingEnabled !== undefined && { sending_enabled: sendingEnabled }),
          ...(secrets !== undefined && {
            secrets: cipher.encrypt(JSON.stringify({ ...storedSecrets, ...secrets }), id),
          }),
          ...(targetChanged(partner.settings, changedSettings) && { target_changed_at: at() }),
          settings: changedSettings,
          at: at(),
        });
        if (changed === undefined) throw refusal('partner_not_found', { id });
        scope.audit?.(trx, id);
        return changed;
      });
    },

    remove: (scope, id) =>
      inWorkspace(db, scope.workspaceId, async (trx) => {
        if (!(await deletePartner(trx, scope.workspaceId, id))) throw refusal('partner_not_found', { id });
        scope.audit?.(trx, id);
      }),

    probe: async (scope, id, sender, signal) => {
      const found = await find(scope, id);
      const adapter = adapterOf(scope, found);
      const connection = await adapter.checkConnection(signal);
      const asks = connection.ok && sender !== null ? adapter.knowsSender : null;
      const knowsSender = asks === null ? null : await asks(sender!, signal);
      return { partner: found.partner, connection, knowsSender };
    },

    submit: async (scope, id, take, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      if (found === undefined) return withoutPrecondition('partner_not_found', null);
      if (!found.partner.sending_enabled) return withoutPrecondition('sending_not_enabled', null);
      const adapter = adapterOf(scope, found);
      const submitOnce = async (): Promise<Submitted | null> => {
        const parcel = await take();
        return parcel === null ? null : adapter.submit(open(parcel), signal);
      };
      const submitted = await withRateLimit(found.partner, submitOnce, signal);
      if (submitted !== null) await note(scope, found.partner, submitted);
      return submitted;
    },

    knowsRepeats: async (scope, id) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      return found === undefined || knowsRepeats(found.partner);
    },

    hasMoved: async (scope, id, since) => {
      const moved = await inWorkspace(db, scope.workspaceId, (trx) => findMove(trx, scope.workspaceId, id));
      return moved !== null && moved.getTime() >= Date.parse(since);
    },

    dryRun: async (scope, id, parcel, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const dryRun = found?.partner.sending_enabled ? adapterOf(scope, found).dryRun : null;
      if (found === undefined || dryRun === null) return null;
      return withRateLimit(found.partner, () => dryRun(open(parcel), signal), signal);
    },

    pullInbox: async (scope, id, take, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const pullInbox = found === undefined ? null : adapterOf(scope, found).pullInbox;
      if (pullInbox === null) return;
      const connection = await pullInbox(take, signal);
      const fault = connection.ok ? null : connection.fault;
      await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, id, fault, at()));
    },

    enqueuePulls: () => enqueuePulls(db),

    forgetHandedOver: async (before, findOpen, signal) => {
      if (parts.folders !== null) await forgetHandedOver(parts.folders, before, findOpen, signal);
    },

    readStatus: async (scope, id, reference, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const readStatus = found === undefined ? null : adapterOf(scope, found).readStatus;
      return readStatus === null ? null : readStatus(reference, signal);
    },

    check,

    checkLately: async (scope, id, signal) => {
      const { partner } = await find(scope, id);
      const isSeen = partner.failures === 0 && sinceSeen(partner) < SEEN_FOR;
      // A success before the last change of the settings does not count.
      const isUnchanged = Date.parse(partner.updated_at) <= Date.parse(partner.last_success_at ?? partner.updated_at);
      if (isSeen && isUnchanged) return { partner, connection: { ok: true } };
      const checked = await share(id, () => check(scope, id, AbortSignal.timeout(CHECK_LIMIT)));
      signal.throwIfAborted();
      return checked;
    },
  };
}
