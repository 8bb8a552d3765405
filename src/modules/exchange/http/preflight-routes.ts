import { z } from 'zod';
import {
  answer,
  jsonAnswer,
  oneFile,
  oneFileLimits,
  PARTNER_EXAMPLE,
  type Route,
  type RouteContext,
  route,
  UploadHeaders,
} from '../../../http/index.ts';
import { DocumentId } from '../../documents/http/index.ts';
import { isFullyValidated } from '../../documents/index.ts';
import { expectParticipant } from '../../peppol/http/index.ts';
import { orRenderLimit } from '../../rendering/http/index.ts';
import { orLimitReached } from '../../validation/http/index.ts';
import type { PreflightRequest, Preflight as PreflightResults } from '../preflight/index.ts';
import { Preflight } from './preflight-schemas.ts';

const Query = z.object({
  partner: z.string().max(100).optional().meta({
    description:
      'The partner that will receive the document; the connection to it is tested. Without it that check warns.',
    example: PARTNER_EXAMPLE,
  }),
  receiver: z.string().min(1).max(200).optional().meta({
    description: 'Replaces the electronic address in the document (BT-49): scheme and identifier.',
    example: '0245:2020273893',
  }),
  accounts: z
    .enum(['true', 'false'])
    .default('false')
    .meta({
      description:
        'Whether to check that the account for payment (BT-84) is one of the accounts published by the Slovak seller. ' +
        'The list is queried live and never stored. The result is unknown when the operator has not enabled it ' +
        '(`SK_REGISTER_ACCOUNTS`).',
    }),
});

const CHECK_DESCRIPTION =
  'Runs eleven checks on a document before it is sent: file, current rules and rules of the next release, ' +
  'addresses, identifiers, routing in the Peppol network, duplicates in the workspace, the VAT act, the buyer’s ' +
  'VAT number, data for the tax office, the partner, and the visual presentation. For an Invoice Response, only ' +
  'the applicable checks run. Each check passes, warns, fails or is unknown, and lists its sources. The response ' +
  'is signed and valid for 15 minutes. Nothing is changed or sent. A document of the workspace that cannot be ' +
  'prepared (because it was received from a partner, the partner already has it, or it was canceled) is `blocked` ' +
  'by the check `duplicate`, with the reason.';

const PROBLEMS = [
  'partner_not_found',
  'participant_malformed',
  'validation_limit_reached',
  'render_limit_reached',
] as const;

/** POST /api/preflight: for an invoice that is not stored. */
export const preflightFile: Route = route({
  method: 'post',
  path: '/api/preflight',
  id: 'preflightFile',
  load: 'inline',
  tag: 'documents',
  summary: 'Check an invoice before sending',
  description: `${CHECK_DESCRIPTION} The file is not stored.`,
  who: 'developer',
  limit: 'per-key',
  audit: 'preflight.check',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: oneFile,
    limits: oneFileLimits,
    description: 'The invoice: raw XML, as JSON, or as a form with one file.',
  },
  answers: { 200: jsonAnswer('The results of the checks.', Preflight) },
  problems: PROBLEMS,
  handle: async ({ body: [file], query }, context) =>
    answerPreflight({ bytes: file!.bytes, documentId: null, kept: null }, query, context),
});

/** POST /api/documents/{id}/preflight: for a document of the workspace in any status. */
const preflightDocument = route({
  method: 'post',
  path: '/api/documents/{id}/preflight',
  id: 'preflightDocument',
  load: 'inline',
  tag: 'documents',
  summary: 'Check a document before sending',
  description: CHECK_DESCRIPTION,
  who: 'developer',
  limit: 'per-key',
  audit: 'document.preflight',
  params: DocumentId,
  query: Query,
  answers: { 200: jsonAnswer('The results of the checks.', Preflight) },
  problems: ['document_not_found', 'document_erased', ...PROBLEMS],
  handle: async ({ params: { id }, query }, context) => {
    const { documents } = context.app;
    const document = await documents.get(context.caller, id);
    const { options, ruleset, status, inbound } = document;
    const bytes = await documents.artifacts.read(context.caller, id, 'invoice.xml');
    const kept = { status, isReceived: inbound !== null, isWhole: isFullyValidated(document), ruleset };
    const look = options.answers && preflightResponseNow;
    return answerPreflight({ bytes, documentId: id, kept, look }, query, context);
  },
});

/**
 * Runs the preflight of a document, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`, `render_limit_reached`, `overloaded`; the signal's reason when the
 *   client disconnects
 */
async function preflightNow(
  request: PreflightRequest,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<PreflightResults> {
  return orRenderLimit(orLimitReached(app.preflight(request, { owner, signal: left() })));
}

/**
 * Runs the preflight of an Invoice Response, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects
 */
function preflightResponseNow(
  request: PreflightRequest,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<PreflightResults> {
  return orLimitReached(app.preflightResponse(request, { owner, signal: left() }));
}

const VALID_MS = 15 * 60_000;

type LookedAt = {
  readonly bytes: Uint8Array;
  /** Null when the invoice is not stored. */
  readonly documentId: string | null;
  readonly kept: PreflightRequest['stored'];
  /** Default: as an invoice. */
  readonly look?: typeof preflightNow | undefined;
};

async function answerPreflight(
  { bytes, documentId, kept, look = preflightNow }: LookedAt,
  query: z.output<typeof Query>,
  context: RouteContext,
) {
  const { app, caller } = context;
  const { partner } = query;
  const receiver = query.receiver ?? null;
  if (receiver !== null) expectParticipant(receiver, 'query', 'receiver');
  if (partner !== undefined) await app.partners.get(caller, partner);
  const { sha256, ruleset, at, checks, verdict, decided_by } = await look(
    {
      bytes,
      stored: kept,
      receiver,
      accounts: query.accounts === 'true',
      partner:
        partner === undefined ? null : { id: partner, ask: (...question) => askPartner(partner, question, context) },
      findSame: async (uuid) => (await app.documents.findPrepared(caller, uuid)).filter(({ id }) => id !== documentId),
    },
    context,
  );
  const { engine, packs } = app.evidence.describe({ ruleset }, at);
  const { id, version } = ruleset;
  const statement = {
    document_id: documentId,
    sha256,
    verdict,
    decided_by,
    checks,
    ruleset: { id, version, packs },
    engine,
    checked_at: new Date(at).toISOString(),
    valid_until: new Date(at + VALID_MS).toISOString(),
  };
  return answer(200, await app.evidence.signPreflight(statement), { 'Cache-Control': 'private, no-store' });
}

async function askPartner(
  id: string,
  [sender, signal]: [sender: string | null, signal: AbortSignal],
  { app, caller }: RouteContext,
) {
  const { partner, connection, knowsSender } = await app.partners.probe(caller, id, sender, signal);
  if (connection.ok) return { ok: true, sendingEnabled: partner.sending_enabled, knowsSender } as const;
  const { code, isFinal } = connection.fault;
  return { ok: false, code, isFinal } as const;
}

export const preflightRoutes: readonly Route[] = [preflightFile, preflightDocument];
