import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readMonth } from '../../modules/evidence/index.ts';
import { answer, answerIn, BYTES } from '../responses/response.ts';
import { type Route, route } from '../routing/route.ts';
import { MONTH, SEED } from '../schemas/text-patterns.ts';
import { wholeNumber } from '../schemas/whole-number.ts';

const ExportQuery = z.object({
  month: z.string().regex(MONTH).meta({ description: 'The month in UTC, `YYYY-MM`.', example: '2027-01' }),
  lang: z.enum(['sk', 'en']).default('sk').meta({
    description:
      'The language of the table: Slovak with semicolons and decimal commas, English with commas and points.',
  }),
  sample: wholeNumber(0, 20).default(5).meta({
    description: 'How many reports go with the list as whole archives.',
  }),
  seed: z.string().regex(SEED).optional().meta({
    description:
      'Chooses the sample: the reports with the smallest SHA-256 of seed, line feed and id. Otherwise a random one, named in the export.',
  }),
});

const exportEvidence = route({
  method: 'get',
  path: '/api/validation-evidence/export',
  id: 'exportValidationEvidence',
  tag: 'evidence',
  summary: 'Export the reports of a month for an auditor',
  description:
    'The kept reports of the workspace that were made in the month, those of documents included, as a ZIP archive: `evidence.csv` and `evidence.json` (the list, with the ' +
    'place of each report in the transparency log and the document that it is of), ' +
    '`summary.json` (counts by verdict, exact sums by currency and type, whether the numbers of the reports have a gap, which of ' +
    'them were erased, how the sample was chosen), `samples/` (whole archives), `keys.json`, and `SHA256SUMS` with its ' +
    'signature `SHA256SUMS.jws`. Every report has a number in its workspace, given when it is kept. It is written while it is ' +
    'read: an archive that does not open was cut off by a fault.',
  who: 'viewer',
  limit: 'per-key',
  query: ExportQuery,
  answers: {
    200: answerIn('The archive.', { 'application/zip': BYTES }, { 'Content-Disposition': 'A name to save it under.' }),
  },
  problems: [],
  handle: async ({ query: { month, lang, sample, seed } }, { app, caller }) => {
    const wish = {
      month: readMonth(month),
      language: lang,
      sample,
      seed: seed ?? randomBytes(16).toString('hex'),
    };
    return answer(200, await app.evidence.exportPeriod(caller.workspaceId, wish, app.documents.artifacts), {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="evidence-${month}.zip"`,
    });
  },
});

export const evidenceExportRoutes: readonly Route[] = [exportEvidence];
