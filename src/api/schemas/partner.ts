import { z } from 'zod';
import {
  CONNECTION_CODES,
  type Connection as ConnectionRecord,
  PARTNER_KINDS,
  type Partner as PartnerRecord,
  USUAL_LIMITS,
} from '../../partners/index.ts';
import { toConnectionFailure } from '../../sending/index.ts';
import type { DeepReadonly } from '../answers/answer.ts';
import { Text } from './file-result.ts';
import { NO_CONTROLS } from './text-patterns.ts';

export const PARTNER_EXAMPLE = 'prt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';

export const PartnerId = z.object({ id: z.string().meta({ example: PARTNER_EXAMPLE }) });

const Name = z.string().min(1).max(255).regex(NO_CONTROLS).meta({ example: 'Poštár' });
const BaseUrl = z
  .string()
  .min(1)
  .max(2_000)
  .meta({
    description:
      'What stands in front of `/auth/token`, with every prefix. Private addresses are refused, and in production all ' +
      'without https.',
    example: 'https://postar.example/sapi/v1',
  });
const ClientId = z.string().min(1).max(500).regex(NO_CONTROLS).meta({ example: 'erp-4711' });
const ClientSecret = z.string().min(1).max(2_000).regex(NO_CONTROLS).meta({
  description: 'Kept sealed and told to nobody again.',
  example: 'the-secret-that-the-partner-gave-you',
});
const Scope = z.string().min(1).max(500).regex(NO_CONTROLS).nullable().meta({
  description: 'Scopes to ask for; they differ between partners. Null: none is asked for.',
  example: null,
});
const Mls = z
  .strictObject({
    to: z
      .string()
      .max(100)
      .regex(/^0242:\d{6}(-[A-Za-z0-9_]{3,12})?(\.[A-Za-z0-9\-._~]{3,24})?$/)
      .meta({ description: 'The service provider that shall be told.', example: '0242:000123' }),
    type: z.enum(['FAILURE_ONLY', 'ALWAYS_SEND']),
  })
  .nullable()
  .meta({ description: 'Scopes MLS_TO and MLS_TYPE of the envelopes; null: neither.', example: null });
const StatusPath = z
  .string()
  .max(500)
  .regex(/^\/[^\s?#]*\{id\}[^\s#]*$/)
  .nullable()
  .meta({
    description:
      'Where the same server tells how far a document came, beside SAPI-SK, with `{id}` for its own id of it. Null: a ' +
      'delivery is told by status messages alone.',
    example: '/documents/{id}/status',
  });
const Receives = z
  .array(z.string().regex(/^\d{4}:\S{1,100}$/))
  .max(50)
  .meta({
    description: 'Participants for which it is asked every minute what it received; `GET /api/inbox` lists it.',
    example: ['0245:2020317068'],
  });
const Limits = z
  .strictObject({ at_once: z.int().min(1).max(16), per_second: z.number().min(0.1).max(1_000) })
  .meta({ description: 'What each process hands over at once, and begins in a second, at most.' });
const SendingEnabled = z.boolean().meta({
  description: 'Whether documents may be handed to it. Preparing a document needs no leave, and hands nothing over.',
});

export const NewPartner = z
  .strictObject({
    kind: z.enum(PARTNER_KINDS).meta({ description: '`sapi-sk`: SAPI-SK 1.0, the interface of the Slovak postmen.' }),
    name: Name,
    base_url: BaseUrl,
    client_id: ClientId,
    client_secret: ClientSecret,
    scope: Scope.default(null),
    mls: Mls.default(null),
    status_path: StatusPath.default(null),
    receives: Receives.default([]),
    limits: Limits.default(USUAL_LIMITS),
    sending_enabled: SendingEnabled.default(false),
  })
  .meta({ id: 'NewPartner' });

export const PartnerChanges = z
  .strictObject({
    name: Name.optional(),
    base_url: BaseUrl.optional(),
    client_id: ClientId.optional(),
    client_secret: ClientSecret.optional(),
    scope: Scope.optional(),
    mls: Mls.optional(),
    status_path: StatusPath.optional(),
    receives: Receives.optional(),
    limits: Limits.optional(),
    sending_enabled: SendingEnabled.optional(),
  })
  .meta({ id: 'PartnerChanges' });

const ConnectionError = z.object({
  code: z.enum(CONNECTION_CODES),
  detail: Text,
  said: z.string().nullable().meta({ description: 'The partner’s own words, cleaned and cut to 500 characters.' }),
});

export const Partner = z
  .object({
    id: z.string(),
    kind: z.enum(PARTNER_KINDS),
    name: z.string(),
    base_url: z.string(),
    client_id: z.string(),
    scope: z.string().nullable(),
    mls: Mls,
    status_path: StatusPath,
    receives: Receives,
    limits: Limits,
    sending_enabled: SendingEnabled,
    last_success_at: z.iso.datetime().nullable().meta({ description: 'When it let us in last.' }),
    last_error: ConnectionError.extend({ at: z.iso.datetime() }).nullable(),
    failures: z.int().meta({ description: 'Failed exchanges since the last that went well.' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Partner' });

export const PartnerCheck = z
  .object({
    ok: z.boolean().meta({ description: 'The partner gave a token for the credentials. No document was sent.' }),
    error: ConnectionError.nullable(),
    partner: Partner,
  })
  .meta({ id: 'PartnerCheck' });

const toError = ({ code, detail }: { code: (typeof CONNECTION_CODES)[number]; detail: string | null }) => ({
  code,
  detail: toConnectionFailure(code).detail,
  said: detail,
});

/** The partner as it is published: without its secrets. */
export function toPartner({ settings, last_error, ...told }: PartnerRecord): DeepReadonly<z.input<typeof Partner>> {
  return { ...told, ...settings, last_error: last_error && { ...toError(last_error), at: last_error.at } };
}

/** What a check found, as it is published. */
export function toCheck(
  partner: PartnerRecord,
  connection: ConnectionRecord,
): DeepReadonly<z.input<typeof PartnerCheck>> {
  const error = connection.ok ? null : toError(connection.fault);
  return { ok: connection.ok, error, partner: toPartner(partner) };
}
