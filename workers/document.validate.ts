import type { FileResult } from '../src/issues/index.ts';
import { JudgingStopped } from '../src/judging/index.ts';
import { toUtcDay } from '../src/lib/utc-day.ts';
import { ACTOR, TOO_COSTLY, type Worker } from './worker.ts';

/** Judges a document: received → validating → validated or invalid. */
export const documentValidate: Worker<'document.validate'> = {
  work: async ({ workspace_id, document_id }, { documents, judges, evidence, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const begun = await documents.begin(scope, document_id);
    if (begun === null) return;
    signal.throwIfAborted();
    const at = now();
    const request = { filename: begun.document.filename, today: toUtcDay(at) };
    const result = await judgeOrGiveUp(judges.judge(begun.invoice, request, { owner: workspace_id, signal }));
    if (result === null) {
      await documents.fail(scope, document_id, { step: 'validate', error: TOO_COSTLY });
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

/** Null for a file that went beyond a limit: what ended one judge would end the next, so it is an outcome and no fault. */
async function judgeOrGiveUp(judging: Promise<FileResult>): Promise<FileResult | null> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof JudgingStopped) return null;
    throw error;
  }
}

const NOT_FINISHED = {
  code: 'validation_not_finished',
  detail: {
    sk: 'Validácia sa pre poruchu služby nedokončila. Dokument sa dá skúsiť znova.',
    en: 'Validation did not finish through a fault of the service. The document can be tried again.',
  },
};
