import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { IdPrefix } from '../../../lib/ids.ts';
import type { Scope } from '../../../lib/scope.ts';
import { makeSingleFlight } from '../../../lib/single-flight.ts';
import { refusal } from '../../../platform/errors/index.ts';
import type { HttpClient, SecretCipher, TlsOptions } from '../../../platform/index.ts';
import { openEnvelope } from '../envelope/index.ts';
import type { Adapter, DeliveryStatus, InboundDocument, Package } from './adapter.ts';
import { checkCertificates } from './check-certificate.ts';
import { forgetHandedOver } from './folder/forget-handed-over.ts';
import { checkHeaders } from './http-partner/check-headers.ts';
import { knowsRepeats, makeAdapter } from './make-adapter.ts';
import type { Connected, Connection, NewPartner, Partner, Secrets } from './partner.ts';
import { makeLanes } from './partner-rate-limit.ts';
import {
  askForPulls,
  type Database,
  deletePartner,
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
import { checkTargets, expectOfKind, goesElsewhere, makeCheckTarget, newOriginOf } from './target.ts';

type PartnerParts = {
  readonly db: Database;
  /** A pool of its own, so that slow partners hold up nobody but each other. */
  readonly http: HttpClient;
  /** Makes a client of its own trust, for partners with certificates of their own. */
  readonly httpWith: (tls: TlsOptions) => HttpClient;
  /** Under which each workspace has a folder of its own; null: there are no partners of the kind `folder`. */
  readonly folders: string | null;
  /** True: partners must be reached over https. */
  readonly requireTls: boolean;
  readonly cipher: SecretCipher;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

type PartnerChanges = {
  readonly name?: string | undefined;
  readonly sendingEnabled?: boolean | undefined;
  /** Settings that are not given stay. */
  readonly settings?: SettingsChanges | undefined;
  /** Secrets that are not given stay. */
  readonly secrets?: SecretsChanges | undefined;
};

/** Fields of any kind; which of them a partner has, its kind decides. */
type SettingsChanges = Readonly<Record<string, unknown>>;
type SecretsChanges = Readonly<Record<string, string | null>>;

/** Who takes documents into the network for a workspace. All that name a partner throw `partner_not_found`. */
export type Partners = {
  /** Throws `too_many_partners`, `partner_folders_not_configured`, `partner_header_taken`, `partner_target_refused`, `partner_target_unknown`, `partner_target_unencrypted`. */
  readonly create: (scope: Scope, input: NewPartner) => Promise<Partner>;
  /** The oldest first. */
  readonly list: (scope: Scope) => Promise<readonly Partner[]>;
  readonly get: (scope: Scope, id: string) => Promise<Partner>;
  /**
   * Changes what is given. Throws what is wrong with a new address, as `create` does, and `partner_secret_needed` for one of
   * another origin without the secret for it.
   */
  readonly change: (scope: Scope, id: string, changes: PartnerChanges) => Promise<Partner>;
  readonly remove: (scope: Scope, id: string) => Promise<void>;
  /**
   * Asks the partner whether it lets us in, and speak for the sender where one is named (null: it does not say), and keeps
   * nothing of it. Sends no document.
   */
  readonly probe: (
    scope: Scope,
    id: string,
    sender: string | null,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection; knowsSender: boolean | null }>;
  /** Asks the partner whether it lets us in, and keeps how that went. Sends no document. */
  readonly check: (
    scope: Scope,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection }>;
  /**
   * The same, for many at once: a partner that let us in within the last seconds is not asked again, and one question
   * serves all who ask it at the same time. Throws the signal's reason when that aborts.
   */
  readonly checkLately: Partners['check'];
  /**
   * Hands a stored package over, in the partner's turn and pace, and keeps how that went. Answers, and does not throw,
   * when the partner is gone or nothing may be sent to it.
   *
   * @param take gives the package once its turn has come, right before the partner is called; null: it shall not go, and
   *   null is the answer. It is not asked when the partner is not called
   */
  readonly submit: (
    scope: Scope,
    id: string,
    take: () => Promise<Handed | null>,
    signal: AbortSignal,
  ) => Promise<Submitted | null>;
  /**
   * Whether what the partner may have already can be handed over again by nobody's decision: it knows the same bytes
   * again. Of one that is gone true: nothing is handed over to it.
   */
  readonly knowsRepeats: (scope: Scope, id: string) => Promise<boolean>;
  /** Whether documents go elsewhere than at the time (ISO 8601): the new place does not know what the old one got. */
  readonly hasMoved: (scope: Scope, id: string, since: string) => Promise<boolean>;
  /**
   * What a submit would come to, from a partner that says so beforehand; null from any other, and where sending is not
   * switched on: no content goes to a partner then.
   */
  readonly dryRun: (scope: Scope, id: string, handed: Handed, signal: AbortSignal) => Promise<Submitted | null>;
  /**
   * Hands on what a partner received for the workspace, and acknowledges each once `take` has resolved; keeps how that
   * went, so that receiving that stopped is seen. Nothing when the partner is gone. Throws what `take` throws.
   */
  readonly pullInbox: (
    scope: Scope,
    id: string,
    take: (document: InboundDocument) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Asks for a pull from every partner, of any workspace, that receives something. */
  readonly askForPulls: () => Promise<void>;
  /**
   * Removes from the folders of partners, of any workspace and gone or not, what is kept of documents so that they are put there once,
   * where they cannot be handed over again. `findOpen`: of these instance identifiers, those that still can.
   *
   * @param before milliseconds since the epoch: what is younger stays
   */
  readonly forgetHandedOver: (
    before: number,
    findOpen: (workspaceId: string, instanceIdentifiers: readonly string[]) => Promise<ReadonlySet<string>>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Asks how far an accepted document came; null where the partner is gone, or tells nobody who asks. */
  readonly readStatus: (
    scope: Scope,
    id: string,
    reference: string,
    signal: AbortSignal,
  ) => Promise<DeliveryStatus | null>;
};

const open = ({ content, key }: Handed): Package => {
  const envelope = openEnvelope(content);
  return { content, envelope, documentSha256: createHash('sha256').update(envelope.content).digest('hex'), key };
};

/** The stored bytes of a package, and the key under which the partner knows them again. */
type Handed = { readonly content: Uint8Array; readonly key: string };

/** Per workspace: a company has few postmen. */
export const MAX_PARTNERS = 20;

/** A partner that was heard so recently was heard, in milliseconds. */
const SEEN_FOR = 10_000;

/** For a question that many wait for, in milliseconds: no adapter waits longer for its answer. */
const CHECK_LIMIT = 30_000;

/** Makes the record of partners. Whoever made the HTTP pool closes it. */
export function makePartners(parts: PartnerParts): Partners {
  const { db, http, cipher, now, newId } = parts;
  const checkTarget = makeCheckTarget(http, parts.requireTls);
  const at = (): Date => new Date(now());
  const tokens = makeTokens(http, now);
  const share = makeSingleFlight<{ partner: Partner; connection: Connection }>();
  const lanes = makeLanes(now, (milliseconds, signal) => pause(milliseconds, undefined, { signal }));

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
    // A row holds the settings and the secrets of one kind.
    const connected = { kind, settings, secrets: openSecrets(partner, secrets) } as Connected;
    return makeAdapter(adapterParts, scope.workspaceId, connected);
  };

  /** What went well is written seldom: a row that every send writes would hold all of them up. */
  const note = async (scope: Scope, partner: Partner, submitted: Submitted): Promise<void> => {
    const fault = toConnectionFault(submitted);
    if (fault === null && partner.failures === 0 && sinceSeen(partner) < SEEN_FOR) return;
    await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, partner.id, fault, at()));
  };

  /** In the partner's turn and pace. */
  const inLane = <T extends Submitted | null>(
    { id, settings }: Partner,
    ask: () => Promise<T>,
    signal: AbortSignal,
  ) => {
    const { at_once: atOnce, per_second: perSecond } = settings.limits;
    return lanes.run(id, { atOnce, perSecond }, ask, signal);
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
      const given = await checkTargets(settings, checkTarget);
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const found = await findPartner(trx, scope.workspaceId, id, true);
        if (found === undefined) throw refusal('partner_not_found', { id });
        const { partner } = found;
        const kept = openSecrets(partner, found.secrets);
        expectOfKind(partner.kind, given, partner.settings);
        expectOfKind(partner.kind, secrets ?? {}, kept);
        const changedSettings = { ...partner.settings, ...given } as Partner['settings'];
        checkCertificates(changedSettings, { ...kept, ...secrets });
        checkHeaders(changedSettings);
        const elsewhere = newOriginOf(partner.settings, changedSettings);
        const keeps = Object.entries(kept).some(
          ([field, value]) => value !== null && !Object.hasOwn(secrets ?? {}, field),
        );
        if (elsewhere !== null && keeps) throw refusal('partner_secret_needed', { host: new URL(elsewhere).hostname });
        const changed = await updatePartner(trx, scope.workspaceId, id, {
          ...(name !== undefined && { name }),
          ...(sendingEnabled !== undefined && { sending_enabled: sendingEnabled }),
          ...(secrets !== undefined && { secrets: cipher.encrypt(JSON.stringify({ ...kept, ...secrets }), id) }),
          ...(goesElsewhere(partner.settings, changedSettings) && { target_changed_at: at() }),
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
      const ask = async (): Promise<Submitted | null> => {
        const handed = await take();
        return handed === null ? null : adapter.submit(open(handed), signal);
      };
      const submitted = await inLane(found.partner, ask, signal);
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

    dryRun: async (scope, id, handed, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const dryRun = found?.partner.sending_enabled ? adapterOf(scope, found).dryRun : null;
      if (found === undefined || dryRun === null) return null;
      return inLane(found.partner, () => dryRun(open(handed), signal), signal);
    },

    pullInbox: async (scope, id, take, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const pullInbox = found === undefined ? null : adapterOf(scope, found).pullInbox;
      if (pullInbox === null) return;
      const connection = await pullInbox(take, signal);
      const fault = connection.ok ? null : connection.fault;
      await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, id, fault, at()));
    },

    askForPulls: () => askForPulls(db),

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
      // What was changed since may let nobody in.
      const isUnchanged = Date.parse(partner.updated_at) <= Date.parse(partner.last_success_at ?? partner.updated_at);
      if (isSeen && isUnchanged) return { partner, connection: { ok: true } };
      const checked = await share(id, () => check(scope, id, AbortSignal.timeout(CHECK_LIMIT)));
      signal.throwIfAborted();
      return checked;
    },
  };
}
