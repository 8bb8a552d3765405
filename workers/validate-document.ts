import type { Document, Verdict } from '../src/documents/index.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { RULES_OF } from '../src/status-messages/index.ts';
import type { JudgedFile } from '../src/validation-pool/index.ts';
import { toResponseVerdict } from './response-verdict.ts';
import { type Outcome, outcomeOf, type WorkerApp } from './worker.ts';

/**
 * Judges a document that is being validated: what is kept of it, or why it has no verdict and the next judge would find
 * none either.
 *
 * @throws whatever may pass
 */
export async function validateDocument(
  { document, invoice }: { readonly document: Document; readonly invoice: Uint8Array },
  owner: string,
  { validationPool, evidence, now }: Pick<WorkerApp, 'validationPool' | 'evidence' | 'now'>,
  signal: AbortSignal,
): Promise<{ readonly verdict: Verdict } | { readonly outcome: Outcome }> {
  const at = now();
  const { filename, options } = document;
  const { ruleset, as_of: asOf, layers, answers } = options;
  if (answers !== undefined) {
    const asked = { pack: RULES_OF.invoice_response, today: toUtcDay(at) };
    return { verdict: toResponseVerdict(await validationPool.judgeByNetwork(invoice, asked, { owner, signal })) };
  }
  const details = document.steps.includes('evidence');
  const request = { filename, ruleset, asOf, layers, today: toUtcDay(at), details };
  let result: JudgedFile;
  try {
    result = await validationPool.judge(invoice, request, { owner, signal });
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    return { outcome };
  }
  // A later step may run in a process of another release: what judged is kept with what it found.
  const kept = { ...result, judged_by: evidence.describe(result, at) };
  const verdict: Verdict = {
    valid: result.valid,
    summary: result.summary,
    counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
    ruleset: { id: result.ruleset.id, version: result.ruleset.version },
    artifacts: [{ name: 'validation.json', mediaType: 'application/json', content: Buffer.from(JSON.stringify(kept)) }],
  };
  return { verdict };
}
