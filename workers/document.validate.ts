import type { FileResult } from '@e-invoice/validator/issues';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, type Outcome, outcomeOf, type Worker } from './worker.ts';

/** Judges a document: received → validating → validated or invalid. */
export const documentValidate: Worker<'document.validate'> = {
  work: async ({ workspace_id, document_id }, { documents, judges, evidence, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.begin(scope, document_id);
    if (begun === null) return;
    signal.throwIfAborted();
    const at = now();
    const { filename, options } = begun.document;
    const { ruleset, as_of: asOf, layers } = options;
    const request = { filename, ruleset, asOf, layers, today: toUtcDay(at) };
    const result = await judgeOrGiveUp(judges.judge(begun.invoice, request, { owner: workspace_id, signal }));
    if ('code' in result) {
      await documents.fail(scope, document_id, { step: 'validate', error: result });
      return;
    }
    // A later step may run in a process of another release: what judged is kept with what it found.
    const kept = { ...result, judged_by: evidence.describe(result, at) };
    await documents.complete(scope, document_id, {
      valid: result.valid,
      summary: result.summary,
      counts: { fatal: result.fatal_count, warning: result.warning_count, info: result.info_count },
      ruleset: { id: result.ruleset.id, version: result.ruleset.version },
      artifacts: [
        {
          name: 'validation.json',
          mediaType: 'application/json',
          content: Buffer.from(JSON.stringify(kept)),
        },
      ],
    });
  },

  exhausted: async ({ workspace_id, document_id }, { documents }) => {
    await documents.fail({ workspaceId: workspace_id, actor: ACTOR }, document_id, {
      step: 'validate',
      error: NOT_FINISHED,
    });
  },

  retry: ({ document_id }, { documents }, scope) => documents.retry(scope, document_id),
};

/** Why there is no result, for a file whose next judge would end in the same way: that is an outcome and no fault. */
async function judgeOrGiveUp(judging: Promise<FileResult>): Promise<FileResult | Outcome> {
  try {
    return await judging;
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    return outcome;
  }
}

const NOT_FINISHED = {
  code: 'validation_not_finished',
  detail: {
    sk: 'Validácia sa pre poruchu služby nedokončila. Dokument sa dá skúsiť znova.',
    en: 'Validation did not finish through a fault of the service. The document can be tried again.',
  },
};
