import type { FileResult } from '@e-invoice/validator/issues';
import { toUtcDay } from '../src/lib/utc-day.ts';
import type { Document, Verdict } from '../src/modules/documents/index.ts';
import { RULES_OF } from '../src/modules/exchange/status-messages/index.ts';
import type { FileValidationRequest, WrittenResult } from '../src/modules/validation/index.ts';
import { toResponseVerdict } from './validate-invoice-response.ts';
import { type Outcome, outcomeOf, type WorkerApp } from './worker.ts';

export type StartedDocument = { readonly document: Document; readonly invoice: Uint8Array };

/** The validation request of a document; null if the document is not an invoice. */
export function requestFor({ options, steps }: Document, at: number): Omit<FileValidationRequest, 'filename'> | null {
  const { ruleset, as_of: asOf, layers, cii, answers } = options;
  if (answers !== undefined) return null;
  return { ruleset, asOf, layers, cii, today: toUtcDay(at), details: steps.includes('evidence') };
}

/**
 * Validates a document. Returns the verdict, or the outcome if validation failed in a way that a retry cannot change.
 *
 * @throws any transient error
 */
export async function validateDocument(
  { document, invoice }: StartedDocument,
  owner: string,
  { validationPool, evidence, now }: Pick<WorkerApp, 'validationPool' | 'evidence' | 'now'>,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict } | { readonly outcome: Outcome }> {
  const at = now();
  const request = requestFor(document, at);
  if (request === null) {
    const responseRequest = { pack: RULES_OF.invoice_response, today: toUtcDay(at) };
    return {
      verdict: toResponseVerdict(
        await validationPool.validateStatusMessage(invoice, responseRequest, { owner, signal }),
      ),
    };
  }
  try {
    const { filename } = document;
    const result = await validationPool.validate(invoice, { ...request, filename }, { owner, signal });
    return { verdict: toVerdict(result, JSON.stringify(result), evidence.describe(result, at)) };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    return { outcome };
  }
}

/** The verdict of a document that was validated in a chunk. */
export function verdictOfWritten(
  { text }: WrittenResult,
  { evidence, now }: Pick<WorkerApp, 'evidence' | 'now'>,
): Verdict {
  const result = JSON.parse(text) as FileResult;
  return toVerdict(result, text, evidence.describe(result, now()));
}

/**
 * Stores the validator's description with the result, because a later step may run in a process of another release.
 *
 * @param text the result as JSON
 */
function toVerdict(result: FileResult, text: string, validatedBy: unknown): Verdict {
  const report = `${text.slice(0, -1)},"judged_by":${JSON.stringify(validatedBy)}}`;
  return {
    valid: result.valid,
    summary: result.summary,
    counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
    ruleset: { id: result.ruleset.id, version: result.ruleset.version, coverage: result.ruleset.coverage },
    semantic: toSemantic(result),
    artifacts: [{ name: 'validation.json', mediaType: 'application/json', content: Buffer.from(report) }],
  };
}

const toSemantic = ({ semantic_digest: digest, semantic_digest_version: version }: FileResult): Verdict['semantic'] =>
  digest === undefined || digest === null || version === undefined ? null : { digest, version };
