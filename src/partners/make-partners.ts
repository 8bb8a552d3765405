import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openEnvelope } from '../envelope/index.ts';
import type { IdPrefix } from '../lib/ids.ts';
import type { Scope } from '../lib/scope.ts';
import { refusal } from '../problems/index.ts';
import type { HttpClient, Sealer } from '../runtime/index.ts';
import type { Adapter, DeliveryStatus, InboundDocument } from './adapter.ts';
import { makeLanes } from './lanes.ts';
import type { Connection, NewPartner, Partner, SapiSecrets, SapiSettings } from './partner.ts';
import { makeSapiSk } from './sapi-sk/sapi-sk.ts';
import { makeTokens } from './sapi-sk/tokens.ts';
import {
  askForPulls,
  type Database,
  deletePartner,
  findPartner,
  insertPartner,
  inWorkspace,
  listPartners,
  noteExchange,
  updatePartner,
} from './store.ts';
import { type Submitted, toConnectionFault, withoutPrecondition } from './submitted.ts';
import { makeCheckTarget } from './target.ts';

type PartnerParts = {
  readonly db: Database;
  /** A pool of its own, so that slow partners hold up nobody but each other. */
  readonly http: HttpClient;
  /** True: partners must be reached over https. */
  readonly requireTls: boolean;
  readonly sealer: Sealer;
  readonly now: () => number;
  readonly newId: (prefix: IdPrefix) => string;
};

type PartnerChanges = {
  readonly name?: string | undefined;
  readonly sendingEnabled?: boolean | undefined;
  /** Settings that are not given stay. */
  readonly settings?: Partial<SapiSettings> | undefined;
  readonly secrets?: SapiSecrets | undefined;
};

/** Who takes documents into the network for a workspace. All that name a partner throw `partner_not_found`. */
export type Partners = {
  /** Throws `too_many_partners`, `partner_target_refused`, `partner_target_unknown`, `partner_target_unencrypted`. */
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
  /** Asks the partner whether it lets us in, and keeps nothing of it. Sends no document. */
  readonly probe: (
    scope: Scope,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection }>;
  /** Asks the partner whether it lets us in, and keeps how that went. Sends no document. */
  readonly check: (
    scope: Scope,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ partner: Partner; connection: Connection }>;
  /**
   * Hands a stored package over, in the partner's turn and pace, and keeps how that went. Answers, and does not throw,
   * when the partner is gone or nothing may be sent to it.
   */
  readonly submit: (scope: Scope, id: string, handed: Handed, signal: AbortSignal) => Promise<Submitted>;
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
  /** Asks how far an accepted document came; null where the partner is gone, or tells nobody who asks. */
  readonly readStatus: (
    scope: Scope,
    id: string,
    reference: string,
    signal: AbortSignal,
  ) => Promise<DeliveryStatus | null>;
};

/** The stored bytes of a package, and the key under which the partner knows them again. */
type Handed = { readonly content: Uint8Array; readonly key: string };

/** Per workspace: a company has few postmen. */
export const MOST_PARTNERS = 20;

/** A partner that was heard so recently was heard, in milliseconds. */
const SEEN_FOR = 10_000;

/** Makes the record of partners. Whoever made the HTTP pool closes it. */
export function makePartners(parts: PartnerParts): Partners {
  const { db, http, sealer, now, newId } = parts;
  const checkTarget = makeCheckTarget(http, parts.requireTls);
  const at = (): Date => new Date(now());
  const tokens = makeTokens(http, now);
  const lanes = makeLanes(now, (milliseconds, signal) => pause(milliseconds, undefined, { signal }));

  const find = async (scope: Scope, id: string) => {
    const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
    if (found === undefined) throw refusal('partner_not_found', { id });
    return found;
  };

  const adapterOf = ({ partner, secrets }: Awaited<ReturnType<typeof find>>): Adapter =>
    makeSapiSk({
      http,
      tokens,
      now,
      settings: partner.settings,
      secrets: JSON.parse(sealer.open(secrets, partner.id)) as SapiSecrets,
    });

  /** What went well is written seldom: a row that every send writes would hold all of them up. */
  const note = async (scope: Scope, partner: Partner, submitted: Submitted): Promise<void> => {
    const fault = toConnectionFault(submitted);
    const seenAt = partner.last_success_at === null ? 0 : Date.parse(partner.last_success_at);
    if (fault === null && partner.failures === 0 && now() - seenAt < SEEN_FOR) return;
    await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, partner.id, fault, at()));
  };

  return {
    create: async (scope, { name, kind, settings, secrets, sendingEnabled }) => {
      const id = newId('prt');
      const row = {
        id,
        name,
        kind,
        settings: { ...settings, base_url: await checkTarget(settings.base_url) },
        secrets: sealer.seal(JSON.stringify(secrets), id),
        sending_enabled: sendingEnabled,
        created_by: scope.actor,
        at: at(),
      };
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const partner = await insertPartner(trx, scope.workspaceId, row, MOST_PARTNERS);
        if (partner === undefined) throw refusal('too_many_partners', { limit: MOST_PARTNERS });
        scope.audit?.(trx, id);
        return partner;
      });
    },

    list: (scope) => inWorkspace(db, scope.workspaceId, (trx) => listPartners(trx, scope.workspaceId)),

    get: async (scope, id) => (await find(scope, id)).partner,

    change: async (scope, id, { name, sendingEnabled, settings, secrets }) => {
      const target = settings?.base_url === undefined ? undefined : await checkTarget(settings.base_url);
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        const found = await findPartner(trx, scope.workspaceId, id, true);
        const isElsewhere =
          target !== undefined && new URL(target).origin !== new URL(found?.partner.settings.base_url ?? target).origin;
        if (isElsewhere && secrets === undefined)
          throw refusal('partner_secret_needed', { host: new URL(target).hostname });
        const changed =
          found &&
          (await updatePartner(trx, scope.workspaceId, id, {
            ...(name !== undefined && { name }),
            ...(sendingEnabled !== undefined && { sending_enabled: sendingEnabled }),
            ...(secrets !== undefined && { secrets: sealer.seal(JSON.stringify(secrets), id) }),
            settings: { ...found.partner.settings, ...settings, ...(target !== undefined && { base_url: target }) },
            at: at(),
          }));
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

    probe: async (scope, id, signal) => {
      const found = await find(scope, id);
      return { partner: found.partner, connection: await adapterOf(found).checkConnection(signal) };
    },

    submit: async (scope, id, { content, key }, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      if (found === undefined) return withoutPrecondition('partner_not_found', null);
      if (!found.partner.sending_enabled) return withoutPrecondition('sending_not_enabled', null);
      const { at_once: atOnce, per_second: perSecond } = found.partner.settings.limits;
      const envelope = openEnvelope(content);
      const documentSha256 = createHash('sha256').update(envelope.content).digest('hex');
      const handed = { content, envelope, documentSha256, key };
      const adapter = adapterOf(found);
      const submitted = await lanes.run(id, { atOnce, perSecond }, () => adapter.submit(handed, signal), signal);
      await note(scope, found.partner, submitted);
      return submitted;
    },

    pullInbox: async (scope, id, take, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const pullInbox = found === undefined ? null : adapterOf(found).pullInbox;
      if (found === undefined || pullInbox === null) return;
      for (const participant of found.partner.settings.receives) {
        const connection = await pullInbox(participant, take, signal);
        const fault = connection.ok ? null : connection.fault;
        await inWorkspace(db, scope.workspaceId, (trx) => noteExchange(trx, scope.workspaceId, id, fault, at()));
      }
    },

    askForPulls: () => askForPulls(db),

    readStatus: async (scope, id, reference, signal) => {
      const found = await inWorkspace(db, scope.workspaceId, (trx) => findPartner(trx, scope.workspaceId, id));
      const readStatus = found === undefined ? null : adapterOf(found).readStatus;
      return readStatus === null ? null : readStatus(reference, signal);
    },

    check: async (scope, id, signal) => {
      const connection = await adapterOf(await find(scope, id)).checkConnection(signal);
      return inWorkspace(db, scope.workspaceId, async (trx) => {
        await noteExchange(trx, scope.workspaceId, id, connection.ok ? null : connection.fault, at());
        const found = await findPartner(trx, scope.workspaceId, id);
        if (found === undefined) throw refusal('partner_not_found', { id });
        scope.audit?.(trx, id);
        return { partner: found.partner, connection };
      });
    },
  };
}
