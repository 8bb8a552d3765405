/**
 * Adapter for Phorm, the self-hosted validation service based on the phive engine: `POST {url}/api/validate/{vesid}`
 * with the XML as body. It applies the published artefacts of EN 16931 or Peppol BIS.
 */

import type { Layer, Level } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { type Adapter, type ExchangeParts, exchange } from './exchange.ts';
import { toOpinionIssue } from './issues.ts';
import type { Submission, ThirdParty } from './validator.ts';

const Item = z.object({
  errorLevel: z.string(),
  errorID: z.string().nullish(),
  errorFieldName: z.string().nullish(),
  errorLocation: z.string().nullish(),
  errorText: z.string().nullish(),
});

const Report = z.object({
  success: z.union([z.boolean(), z.enum(['TRUE', 'FALSE']).transform((word) => word === 'TRUE')]),
  interrupted: z.boolean().optional(),
  results: z.array(z.object({ items: z.array(Item) })),
});

/** Validation executor set id; `latest-active` selects the release in force. */
function vesidOf({ documentType, layers }: Submission): string | null {
  const isCredit = documentType === 'ubl-creditnote';
  if (!isCredit && documentType !== 'ubl-invoice') return null;
  if (layers.includes('PEPPOL')) return `eu.peppol.bis3:${isCredit ? 'creditnote' : 'invoice'}:latest-active`;
  return `eu.cen.en16931:${isCredit ? 'ubl-creditnote' : 'ubl'}:latest-active`;
}

const PEPPOL_LAYERS: readonly Layer[] = ['UBL', 'EN16931', 'PEPPOL', 'NATIONAL'];

function toLevel(word: string): Level {
  if (/^(FATAL_)?ERROR$/.test(word)) return 'fatal';
  return word === 'WARN' ? 'warning' : 'info';
}

const makeAdapter = (token: string | null): Adapter => ({
  name: 'Phorm',
  toRequest: (submission, url) => {
    const vesid = vesidOf(submission);
    if (vesid === null) return null;
    return {
      url: `${url}/api/validate/${vesid}`,
      method: 'POST',
      headers: {
        'content-type': 'application/xml',
        accept: 'application/json',
        ...(token !== null && { 'x-token': token }),
      },
      body: submission.bytes,
    };
  },
  readAnswer: (body) => {
    const { success, interrupted, results } = Report.parse(body);
    const issues = results.flatMap(({ items }) =>
      items.map(({ errorLevel, errorID = null, errorText = null, errorLocation, errorFieldName }) =>
        toOpinionIssue({
          level: toLevel(errorLevel),
          ruleId: errorID,
          text: errorText ?? '',
          // For Schematron findings, the field name is the XPath and the location is the file.
          location: errorFieldName ?? errorLocation ?? null,
        }),
      ),
    );
    const failed = issues.some(({ level }) => level === 'fatal');
    // An interrupted run skipped rules after a reported structure error.
    if (success === failed || (interrupted === true && !failed)) throw new Error('The report contradicts itself');
    return issues;
  },
  layersOf: ({ layers }) => (layers.includes('PEPPOL') ? PEPPOL_LAYERS : ['UBL', 'EN16931']),
});

/** @param parts `url`: base URL of the service; `token`: its configured `X-Token`, or null */
export function makePhorm({ token, ...parts }: ExchangeParts & { readonly token: string | null }): ThirdParty {
  const url = parts.url.replace(/(?<!\/)\/+$/, '');
  const adapter = makeAdapter(token);
  return { validate: (submission) => exchange({ ...parts, url }, adapter, submission) };
}
