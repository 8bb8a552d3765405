import { z } from 'zod';
import { answer, jsonAnswer, makeProblem, type Problem, type Route, route, wholeNumber } from '../../../http/index.ts';
import { type Looked, type Participant, type Peppol, REASONS } from '../index.ts';
import { DocumentTypeText, PeppolParticipant } from './participant-schemas.ts';
import { expectDocumentType, expectParticipant } from './peppol-input.ts';

const TIME_LIMIT_SECONDS = 10;
const RETRY_SECONDS = '30';

const seconds = (most: number) => wholeNumber(0, most).optional();

/** GET /api/peppol/participants/{scheme}:{id}: contract section 8. */
export const getParticipant: Route = route({
  method: 'get',
  path: '/api/peppol/participants/{participant}',
  id: 'getPeppolParticipant',
  tag: 'peppol',
  summary: 'Look up a participant of the Peppol network',
  description:
    'Looks up the SMP of a participant in DNS, reads from the SMP what the participant receives, and verifies the ' +
    'signature of the SMP. Without `document_type` the metadata of all document types is read, with it only that of ' +
    'one. Status 200 means a definite result, positive or negative. When the lookup fails, the last known result of ' +
    'the last 24 hours is returned with `stale: true`; without one the response is 503 with the reason and the ' +
    'trace. `unknown` is never reported as not registered.',
  who: 'viewer',
  limit: 'per-key',
  product: 'peppol-lookup',
  params: z.object({
    participant: z.string().max(200).meta({ description: 'Scheme and identifier.', example: '0245:2020317068' }),
  }),
  query: z.object({
    document_type: DocumentTypeText.optional(),
    directory: z.enum(['true', 'false']).optional().meta({
      description:
        '`true`: compare with what the Peppol Directory publishes. The Directory allows two queries per second in total.',
    }),
    max_age: seconds(86_400).meta({
      description:
        'Maximum age of a cached result in seconds; 0 disables the cache. Default: one hour when registered, 10 minutes ' +
        'when not.',
    }),
    timeout: seconds(20).meta({ description: `Timeout in seconds; the default is ${TIME_LIMIT_SECONDS}.` }),
  }),
  answers: { 200: jsonAnswer('The result for the participant.', PeppolParticipant) },
  problems: ['participant_malformed', 'document_type_malformed', 'peppol_lookup_unavailable'],
  handle: async ({ params, query }, { app }) => {
    const participant = expectParticipant(params.participant, 'path', '/participant');
    const found = await app.peppol.lookup(participant.value, {
      documentType: expectDocumentType(query.document_type),
      maxAge: query.max_age,
      timeLimit: (query.timeout ?? TIME_LIMIT_SECONDS) * 1000,
    });
    const { registered } = found;
    if (registered === null) throw toProblem(found, participant);
    const { reason: _, ...publicResult } = found;
    const directory = query.directory === 'true' ? await findInDirectory(app.peppol, found) : null;
    return answer(200, {
      ...publicResult,
      registered,
      hint: participant.hint,
      ...(directory !== null && { directory }),
    });
  },
});

function toProblem(found: Looked, { value, hint }: Participant): Problem {
  const { outcome, smp_url, trace } = found;
  const reason = found.reason!;
  const members = {
    participant_id: value,
    outcome,
    registered: null,
    reason,
    reason_detail: REASONS[reason],
    smp_url,
    hint,
    trace,
  };
  const headers = { 'Retry-After': RETRY_SECONDS };
  return makeProblem('peppol_lookup_unavailable', { participant: value, reason }, { members, headers });
}

const DIRECTORY_MS = 6_000;
const NOT_ASKED = { outcome: 'not_asked', reason: null, names: [], country_code: null, document_types: [] } as const;

/** Business card of the Directory, to complement the result of the SMP. */
async function findInDirectory({ directory }: Peppol, { participant_id, document_types, document_type_list }: Looked) {
  const entry = (await directory?.find(participant_id, AbortSignal.timeout(DIRECTORY_MS))) ?? NOT_ASKED;
  const listed = document_types.map(({ id }) => id);
  const isListed = entry.outcome === 'listed';
  return {
    ...entry,
    names: [...entry.names],
    document_types: [...entry.document_types],
    only_in_directory:
      isListed && document_type_list.complete ? entry.document_types.filter((id) => !listed.includes(id)) : [],
    only_in_smp: isListed ? listed.filter((id) => !entry.document_types.includes(id)) : [],
  };
}
