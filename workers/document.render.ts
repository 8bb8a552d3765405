import { text } from '../locales/index.ts';
import { NotPrinted, NotRenderable, RenderingStopped } from '../src/modules/rendering/index.ts';
import { ACTOR, type Worker } from './worker.ts';

/** Renders a document: adds an event, `invoice.html` and `invoice.pdf`; does not change the status. */
export const documentRender: Worker<'document.render'> = {
  work: async ({ workspace_id, document_id }, { documents, printer, now }, signal) => {
    const scope = { workspaceId: workspace_id, actor: ACTOR };
    const input = await documents.beginStep(scope, document_id, 'render');
    if (input === null) return;
    signal.throwIfAborted();
    try {
      const { html, pdf } = await printer.printFile(
        input.invoice,
        { language: 'sk', at: now() },
        {
          owner: workspace_id,
          signal,
        },
      );
      await documents.completeStep(scope, document_id, 'render', [
        {
          name: 'invoice.html',
          mediaType: 'text/html',
          content: Buffer.from(html.buffer, html.byteOffset, html.byteLength),
        },
        {
          name: 'invoice.pdf',
          mediaType: 'application/pdf',
          content: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
        },
      ]);
    } catch (error) {
      // The same file would fail again; a retry would only delay other jobs.
      const failure = finalFailureOf(error);
      if (failure === null) throw error;
      await documents.fail(scope, document_id, { step: 'render', error: failure });
    }
  },

  exhausted: async ({ workspace_id, document_id }, { documents }) => {
    await documents.fail({ workspaceId: workspace_id, actor: ACTOR }, document_id, {
      step: 'render',
      error: NOT_FINISHED,
    });
  },

  retry: ({ document_id }, { documents }, scope) => documents.retry(scope, document_id),
};

function finalFailureOf(error: unknown): typeof NOT_FINISHED | null {
  if (error instanceof NotRenderable) return NO_INVOICE;
  if (error instanceof RenderingStopped) return TOO_COSTLY;
  return error instanceof NotPrinted && error.isFinal ? TOO_COSTLY : null;
}

const NOT_FINISHED = {
  code: 'render_not_finished',
  detail: text('job.pdf-unfinished'),
};

const NO_INVOICE = {
  code: 'invoice_unreadable',
  detail: text('job.no-invoice'),
};

const TOO_COSTLY = {
  code: 'pdf_limit_reached',
  detail: text('job.pdf-too-costly'),
};
