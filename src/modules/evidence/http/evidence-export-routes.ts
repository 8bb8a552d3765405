import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { answer, answerIn, BYTES, MONTH, type Route, route, SEED, wholeNumber } from '../../../http/index.ts';
import { readMonth } from '../index.ts';

const ExportQuery = z.object({
  month: z.string().regex(MONTH).meta({ description: 'The month in UTC, `YYYY-MM`.', example: '2027-01' }),
  lang: z.enum(['sk', 'en']).default('sk').meta({
    description:
      'The language of the table: Slovak with semicolons and decimal commas, English with commas and decimal points.',
  }),
  sample: wholeNumber(0, 20).default(5).meta({
    description: 'How many reports to include as complete archives.',
  }),
  seed: z
    .string()
    .regex(SEED)
    .optional()
    .meta({
      description:
        'Selects the sample: the reports with the smallest SHA-256 of seed, line feed and id. Without it a random seed ' +
        'is used; the export states the seed.',
    }),
});

const exportEvidence = route({
  method: 'get',
  path: '/api/validation-evidence/export',
  id: 'exportValidationEvidence',
  tag: 'evidence',
  summary: 'Export the reports of a month for an auditor',
  description:
    'The stored reports of the workspace that were created in the month, including those of documents, as a ZIP ' +
    'archive: `evidence.csv` and `evidence.json` (the list, with the position of each report in the transparency log ' +
    'and its document), `summary.json` (counts by verdict, exact totals by currency and type, gaps in the report ' +
    'numbers, erased reports, how the sample was selected), `samples/` (complete archives), `keys.json`, and ' +
    '`SHA256SUMS` with its signature `SHA256SUMS.jws`. Every stored report has a number in its workspace. The ' +
    'archive is streamed while it is created: an archive that cannot be opened was cut off by an error.',
  who: 'viewer',
  limit: 'per-key',
  query: ExportQuery,
  answers: {
    200: answerIn(
      'The archive.',
      { 'application/zip': BYTES },
      { 'Content-Disposition': 'A file name for the download.' },
    ),
  },
  problems: [],
  handle: async ({ query: { month, lang, sample, seed } }, { app, caller }) => {
    const request = {
      month: readMonth(month),
      language: lang,
      sample,
      seed: seed ?? randomBytes(16).toString('hex'),
    };
    return answer(200, await app.evidence.exportPeriod(caller.workspaceId, request, app.documents.artifacts), {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename="evidence-${month}.zip"`,
    });
  },
});

export const evidenceExportRoutes: readonly Route[] = [exportEvidence];
