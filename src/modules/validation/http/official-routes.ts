import { type FileResult, inLanguage, LAYERS } from '@e-invoice/validator/issues';
import { z } from 'zod';
import {
  answer,
  jsonAnswer,
  makeProblem,
  oneFileLimits,
  oneFileToValidate,
  type Route,
  type RouteContext,
  route,
  UploadHeaders,
  ValidationQuery,
  withCiiDefault,
} from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { toRequest } from '../index.ts';
import {
  compareOpinions,
  type Opinion,
  REFERENCE_NAME,
  summarize,
  type ThirdOpinion,
  toPublicOpinion,
  unavailable,
} from '../reference-validator/index.ts';
import { OfficialResult } from './official-schemas.ts';
import { validateNow } from './validate-now.ts';

const Query = ValidationQuery.extend({
  third_party: z
    .enum(['true', 'false'])
    .default('false')
    .transform((word) => word === 'true')
    .meta({
      description:
        'Consent: `true` sends the invoice to the external validator that the operator configured. It then leaves this ' +
        'service; the answer records to whom and when. Needs a key.',
    }),
});

/** POST /api/validate/official: service interface 4.4, contract section 2. */
export const validateOfficial: Route = route({
  method: 'post',
  path: '/api/validate/official',
  id: 'validateOfficial',
  tag: 'validation',
  summary: 'Validate one invoice with several independent validators',
  description:
    'Validates one file with the engine of this service, and again with standard tools that share no code with it: ' +
    'libxml2 for the structure, SaxonJS for the same Schematron sources. With `third_party=true` the file is also ' +
    'sent to an external validator. The response compares the results by rule and location. An unavailable validator ' +
    'is reported as `unavailable` and does not fail the call. The reference validator needs about ten milliseconds ' +
    'per invoice line. It is `unavailable` with `time_limit` when a file exceeds its time limit (at once when the same ' +
    'file exceeded it recently), and with `busy` when it is overloaded. It does not validate CII: it is then ' +
    '`unavailable` with `not_applicable`.',
  who: 'public',
  limit: 'public-daily',
  keyRole: 'developer',
  audit: 'validation.official',
  product: 'validation',
  query: Query,
  headers: UploadHeaders.pick({ 'X-Filename': true }),
  body: {
    kinds: oneFileToValidate,
    limits: oneFileLimits,
    description: 'The file: raw XML, as JSON, or as a form with one file.',
  },
  answers: { 200: jsonAnswer('The result of every validator, and the differences.', OfficialResult) },
  problems: ['ruleset_unknown', 'layer_not_in_ruleset', 'validation_limit_reached'],
  handle: async ({ body: [file], query }, context) => {
    const { app, caller } = context;
    if (query.third_party && caller.role === 'public') throw makeProblem('key_missing', {});
    const { bytes } = file!;
    const request = {
      ...toRequest(withCiiDefault({ ...query, cii: query.cii ?? file!.cii }, context)),
      filename: file!.filename,
      today: toUtcDay(app.now()),
    };
    const result = await validateNow(bytes, request, context);
    const [opinion, thirdParty] = await Promise.all([
      // The reference validator has neither structure nor rules for CII.
      result.ruleset.layers.includes('CII')
        ? unavailable(REFERENCE_NAME, 'not_applicable', 0)
        : app.reference.validate(
            bytes,
            { packs: result.ruleset.packs, layers: layersFor(result, query.layers) },
            { owner: context.owner, signal: context.left() },
          ),
      query.third_party ? askThirdParty(bytes, result, context) : null,
    ]);
    const local = toLocal(result);
    const comparison = compareOpinions(local, opinion, thirdParty);
    const schematron = toPublicOpinion(opinion);
    const outcomes = [schematron, thirdParty].filter((it): it is ValidationOutcome => it?.status === 'judged');
    return answer(200, {
      sha256: result.sha256,
      valid: local.valid && outcomes.every(({ valid }) => valid),
      agreement: comparison.agreement,
      local: inLanguage(local, context),
      schematron: schematron.status === 'judged' ? inLanguage(schematron, context) : schematron,
      third_party: thirdParty?.status === 'judged' ? inLanguage(thirdParty, context) : thirdParty,
      differences: comparison.differences,
      summary: summarize(local, schematron, thirdParty, comparison),
    });
  },
});

type ValidationOutcome = Extract<Opinion, { status: 'judged' }>;

const NAME = 'einvoice engine';

/** The service's own result in the format of a reference result. */
function toLocal(result: FileResult) {
  const { valid, fatal_count, warning_count, info_count, ruleset, issues, issues_left_out, duration_ms } = result;
  return {
    status: 'judged' as const,
    judge: NAME,
    layers: ruleset.layers,
    valid,
    fatal_count,
    warning_count,
    info_count,
    issues,
    ...(issues_left_out !== undefined && { issues_left_out }),
    duration_ms,
    ruleset,
  };
}

/** The reference validator determines the layers that it can validate; it has no rules for the SBDH. */
const layersFor = ({ ruleset }: FileResult, requested: readonly (typeof LAYERS)[number][] | undefined) => {
  // Without rules for the document there is no rule layer to compare.
  const skipped = ruleset.packs.length === 0 ? [] : ruleset.skipped;
  const applied = [...ruleset.layers, ...skipped.map(({ layer }) => layer), 'UBL' as const];
  return LAYERS.filter((layer) => layer !== 'SBDH' && applied.includes(layer) && (requested?.includes(layer) ?? true));
};

async function askThirdParty(
  bytes: Uint8Array,
  { sha256, document_type, ruleset }: FileResult,
  { app, left }: RouteContext,
): Promise<ThirdOpinion | null> {
  if (app.thirdParty === null) return null;
  return app.thirdParty.validate({
    bytes,
    sha256,
    documentType: document_type,
    layers: ruleset.layers,
    signal: left(),
  });
}
