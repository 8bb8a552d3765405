import { z } from 'zod';
import { answer, jsonAnswer, NextCursor, Paging, type Route, route } from '../../../http/index.ts';
import { OUTCOMES, ROLES } from '../index.ts';

const AuditEntry = z
  .object({
    id: z.string().meta({ example: 'aud_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
    at: z.iso.datetime(),
    actor: z.string().meta({ description: 'The id of the key; `operator` for changes made on the command line.' }),
    role: z.enum(ROLES).nullable().meta({ description: 'The name of the key at that time.' }),
    action: z.string().meta({ example: 'document.create' }),
    resource: z.string().nullable().meta({
      description: 'The id of the changed object; for `sftp.sweep` the name of the removed partial file.',
    }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        '`refused`: the role of the key did not allow the action; `failed`: the action was attempted and failed.',
    }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'The HTTP status of the response; 499 when the client disconnected before the response.' }),
    code: z.string().nullable().meta({ description: 'The code of the error; null when there was none.' }),
    client_address: z.string().nullable(),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });

const time = (description: string) =>
  z.iso.datetime({ offset: true }).optional().meta({ description, example: '2027-01-04T00:00:00+01:00' });

const filter = (description: string, example: string) =>
  z.string().min(1).max(255).optional().meta({ description, example });

/** GET /api/audit: who did what to which resource, when, and from which address. */
export const listAudit: Route = route({
  method: 'get',
  path: '/api/audit',
  id: 'listAudit',
  tag: 'accounts',
  summary: 'Read the audit trail',
  description:
    'Every call with a key that changes something, whether it succeeded or failed, and every call that a role did ' +
    'not allow; newest first. Entries are never changed. They are removed only by age, when the operator sets ' +
    '`RETENTION_AUDIT_DAYS`.',
  who: 'admin',
  limit: 'per-key',
  query: Paging.extend({
    actor: filter('Only actions of this key.', 'key_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a'),
    action: filter('Only this action.', 'document.create'),
    resource: filter('Only actions on this object.', 'doc_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a'),
    outcome: z.enum(OUTCOMES).optional(),
    after: time('Only entries after this time.'),
    before: time('Only entries before this time.'),
  }),
  answers: { 200: jsonAnswer('One page.', z.object({ entries: z.array(AuditEntry), next_cursor: NextCursor })) },
  problems: ['cursor_malformed'],
  handle: async ({ query: { after, before, ...query } }, { app, caller }) => {
    const { items, next } = await app.accounts.audit.list(caller, {
      ...query,
      after: after === undefined ? undefined : new Date(after),
      before: before === undefined ? undefined : new Date(before),
    });
    return answer(200, { entries: items.map(toEntry), next_cursor: next }, { 'Cache-Control': 'no-store' });
  },
});

/** A role that this release does not know is returned as null. */
const toEntry = <T extends { readonly role: string | null }>(entry: T) => ({
  ...entry,
  role: ROLES.find((role) => role === entry.role) ?? null,
});
