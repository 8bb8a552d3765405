/**
 * Adapter for the invoice validator of the EU Interoperability Test Bed, hosted or self-hosted: REST, `POST
 * {url}/api/validate`. It covers only the rules of EN 16931.
 */

import type { DocumentType } from '@e-invoice/validator/issues';
import { z } from 'zod';
import { type Adapter, type ExchangeParts, exchange } from './exchange.ts';
import { type Foreign, toOpinionIssue } from './issues.ts';
import type { ThirdParty } from './validator.ts';

const Finding = z.object({
  assertionID: z.string().nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
});

/** The validator omits empty parts of a report. */
const Report = z.object({
  result: z.enum(['SUCCESS', 'WARNING', 'FAILURE', 'UNDEFINED']),
  reports: z
    .object({ error: z.array(Finding), warning: z.array(Finding), info: z.array(Finding) })
    .partial()
    .nullish(),
});

const TYPES: Partial<Record<DocumentType, string>> = { 'ubl-invoice': 'ubl', 'ubl-creditnote': 'credit' };

const adapter: Adapter = {
  name: 'EU Interoperability Test Bed',
  toRequest: ({ bytes, documentType }, url) => {
    const validationType = TYPES[documentType];
    if (validationType === undefined) return null;
    return {
      url: `${url}/api/validate`,
      method: 'POST',
      // The response is XML unless Accept requests JSON.
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        // Explicit, so that content is never interpreted as a URL to fetch.
        embeddingMethod: 'BASE64',
        contentToValidate: Buffer.from(bytes).toString('base64'),
        validationType,
        locationAsPath: true,
        addInputToReport: false,
      }),
    };
  },
  readAnswer: (body) => {
    const { result, reports } = Report.parse(body);
    const findingsOf = (findings: z.output<typeof Finding>[] | undefined, level: Foreign['level']) =>
      (findings ?? []).map(({ assertionID = null, description = null, location = null }) =>
        toOpinionIssue({ level, ruleId: assertionID, text: description ?? '', location }),
      );
    const issues = [
      ...findingsOf(reports?.error, 'fatal'),
      ...findingsOf(reports?.warning, 'warning'),
      ...findingsOf(reports?.info, 'info'),
    ];
    const failed = issues.some(({ level }) => level === 'fatal');
    // Reject a verdict that contradicts its own findings.
    if (result === 'UNDEFINED' || (result === 'FAILURE') !== failed) throw new Error('The report contradicts itself');
    return issues;
  },
  layersOf: () => ['UBL', 'EN16931'],
};

/** @param parts `url`: base URL of the validator's domain, e.g. `https://www.itb.ec.europa.eu/vitb/rest/invoice` */
export function makeItb(parts: ExchangeParts): ThirdParty {
  const url = parts.url.replace(/(?<!\/)\/+$/, '').replace(/\/api(\/validate)?$/, '');
  return { validate: (submission) => exchange({ ...parts, url }, adapter, submission) };
}
