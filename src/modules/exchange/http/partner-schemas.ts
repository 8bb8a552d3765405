import { z } from 'zod';
import { type DeepReadonly, MISSING, NO_CONTROLS, PARTNER_EXAMPLE, Text } from '../../../http/index.ts';
import {
  CONNECTION_CODES,
  type Connection as ConnectionRecord,
  capabilitiesOf,
  type NewPartner as NewPartnerRecord,
  type Partner as PartnerRecord,
} from '../partners/index.ts';
import { toConnectionFailure } from '../sending/index.ts';
import { FOLDER, HTTP, PHOSS, SAPI } from './partner-fields.ts';

export const PartnerId = z.object({ id: z.string().meta({ example: PARTNER_EXAMPLE }) });

const Name = z.string().min(1).max(255).regex(NO_CONTROLS).meta({ example: 'Poštár' });
const SendingEnabled = z.boolean().meta({
  description:
    'Whether documents may be sent to the partner. Preparing a document does not depend on it and sends nothing.',
});

const OWN = { name: Name, sending_enabled: SendingEnabled.default(false) };

const NewSapi = z.strictObject({ kind: z.literal('sapi-sk'), ...OWN, ...SAPI.settings, ...SAPI.secrets });
const NewPhoss = z.strictObject({ kind: z.literal('phoss-ap'), ...OWN, ...PHOSS.settings, ...PHOSS.secrets });
const NewHttp = z
  .strictObject({ kind: z.literal('http'), ...OWN, ...HTTP.settings, ...HTTP.secrets })
  .refine(({ auth, secret }) => auth.type === 'none' || secret !== null, { path: ['secret'], params: MISSING });
const NewFolder = z.strictObject({ kind: z.literal('folder'), ...OWN, ...FOLDER.settings });

export const NewPartner = z.discriminatedUnion('kind', [NewSapi, NewPhoss, NewHttp, NewFolder]).meta({
  id: 'NewPartner',
  description:
    '`sapi-sk`: SAPI-SK 1.0, the interface of Slovak delivery service providers (digitálny poštár). `phoss-ap`: the ' +
    'REST interface of the phoss access point. `http`: a custom HTTP interface. `folder`: a folder on the server, ' +
    'when the operator allows folders.',
});

/** Names of the secret fields. */
const SECRETS: ReadonlySet<string> = new Set([SAPI, PHOSS, HTTP].flatMap(({ secrets }) => Object.keys(secrets)));

type Fields = Readonly<Record<string, unknown>>;

/** Splits the fields of a body into settings and secrets. */
function splitFields({ kind: _kind, name: _name, sending_enabled: _enabled, ...fields }: Fields) {
  const stated = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    settings: Object.fromEntries(stated.filter(([name]) => !SECRETS.has(name))),
    secrets: Object.fromEntries(stated.filter(([name]) => SECRETS.has(name))) as Record<string, string | null>,
  };
}

/** Converts a body to a new partner. */
export const toNewPartner = (body: z.output<typeof NewPartner>): NewPartnerRecord =>
  // The schema guarantees the fields of each kind.
  ({
    kind: body.kind,
    name: body.name,
    sendingEnabled: body.sending_enabled,
    ...splitFields(body),
  }) as NewPartnerRecord;

/** Removes defaults: absent fields must stay unchanged. */
const optional = (...shapes: readonly Readonly<Record<string, z.ZodType>>[]) =>
  Object.fromEntries(
    shapes
      .flatMap((shape) => Object.entries(shape))
      .map(([name, field]) => [
        name,
        (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional(),
      ]),
  );

export const PartnerChanges = z
  .strictObject({
    name: Name.optional(),
    sending_enabled: SendingEnabled.optional(),
    ...optional(
      FOLDER.settings,
      HTTP.settings,
      PHOSS.settings,
      SAPI.settings,
      HTTP.secrets,
      PHOSS.secrets,
      SAPI.secrets,
    ),
  })
  .meta({ id: 'PartnerChanges', description: 'Fields of the partner’s kind. Nested objects are replaced as a whole.' });

/** Converts a body to changes; absent secrets stay unchanged. */
export function toChanges(body: z.output<typeof PartnerChanges>) {
  const { settings, secrets } = splitFields(body);
  const { name, sending_enabled: sendingEnabled } = body;
  return { name, sendingEnabled, settings, ...(Object.keys(secrets).length > 0 && { secrets }) };
}

const ConnectionError = z.object({
  code: z.enum(CONNECTION_CODES),
  detail: Text,
  said: z
    .string()
    .nullable()
    .meta({ description: 'The original message of the partner, sanitized and shortened to 500 characters.' }),
});

const SHARED = {
  id: z.string(),
  name: z.string(),
  sending_enabled: SendingEnabled,
  capabilities: z.object({ dry_run: z.boolean(), status: z.boolean(), inbound: z.boolean() }).meta({
    description:
      'What the partner supports in addition to accepting documents: validating before a submission, reporting ' +
      'deliveries, returning received documents.',
  }),
  last_success_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When an exchange with the partner last succeeded.' }),
  last_error: ConnectionError.extend({ at: z.iso.datetime() }).nullable(),
  failures: z.int().meta({ description: 'Failed exchanges since the last successful one.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
};

export const Partner = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('sapi-sk'), ...SHARED, ...SAPI.settings }),
    z.object({ kind: z.literal('phoss-ap'), ...SHARED, ...PHOSS.settings }),
    z.object({ kind: z.literal('http'), ...SHARED, ...HTTP.settings }),
    z.object({ kind: z.literal('folder'), ...SHARED, ...FOLDER.settings }),
  ])
  .meta({ id: 'Partner' });

export const PartnerCheck = z
  .object({
    ok: z.boolean().meta({ description: 'The connection test succeeded. No document was sent.' }),
    error: ConnectionError.nullable(),
    partner: Partner,
  })
  .meta({ id: 'PartnerCheck' });

const toError = ({ code, detail }: { code: (typeof CONNECTION_CODES)[number]; detail: string | null }) => ({
  code,
  detail: toConnectionFailure(code).detail,
  said: detail,
});

/** Public form of a partner, without secrets. */
export function toPartner(partner: PartnerRecord): DeepReadonly<z.input<typeof Partner>> {
  const { settings, last_error, ...publicFields } = partner;
  const capabilities = capabilitiesOf(partner);
  const error = last_error && { ...toError(last_error), at: last_error.at };
  // The record has the settings of its kind.
  return { ...publicFields, ...settings, capabilities, last_error: error } as DeepReadonly<z.input<typeof Partner>>;
}

/** Public form of a check result. */
export function toCheck(
  partner: PartnerRecord,
  connection: ConnectionRecord,
): DeepReadonly<z.input<typeof PartnerCheck>> {
  const error = connection.ok ? null : toError(connection.fault);
  return { ok: connection.ok, error, partner: toPartner(partner) };
}
