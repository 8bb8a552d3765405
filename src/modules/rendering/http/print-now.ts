import { answer, CallerGone, makeProblem, type Problem, type RouteContext } from '../../../http/index.ts';
import type { ProblemCode } from '../../../platform/errors/index.ts';
import { NotPrinted, type Print } from '../index.ts';

/** Problems that every route with PDF output may return. */
export const PDF_PROBLEMS = ['pdf_unavailable', 'pdf_busy', 'pdf_limit_reached'] as const satisfies ProblemCode[];

/** Header listing the business terms with characters that the installed fonts lack. */
const NOT_PRINTED = 'X-Not-Printed';

export const PDF_HEADERS = {
  'Content-Disposition': 'A file name for the PDF.',
  [NOT_PRINTED]:
    'Only when the PDF lacks characters because no font on the server has them: the affected business terms (`BT-44, ' +
    'BT-153`; `other`: another part of the page). Each missing character is printed as U+FFFD; `warnings` of the ' +
    'JSON response lists the characters (`not_printed`).',
};

/** Retry-After in seconds; several pages are rendered in this time. */
const BUSY_SECONDS = '5';
const BROKEN_SECONDS = '60';

/**
 * Returns the PDF of an invoice, rendered in a browser of this process.
 *
 * @throws Problem of PDF_PROBLEMS; CallerGone when the client has disconnected
 */
export async function printNow(
  what: Omit<Print, 'at'>,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
) {
  const signal = left();
  try {
    const pdf = await app.printer.print({ ...what, at: app.now() }, { owner, signal });
    const headers = {
      'Content-Disposition': `inline; filename="${filenameOf(what.rendered.read.invoice.number)}.pdf"`,
      'Cache-Control': 'private, no-store',
      ...toNotPrinted(what.rendered.unprintable.fields),
    };
    return answer(200, pdf, headers, 'application/pdf');
  } catch (error) {
    if (error instanceof NotPrinted) throw toProblem(error);
    if (signal.aborted) throw new CallerGone();
    throw error;
  }
}

const toNotPrinted = (fields: Print['rendered']['unprintable']['fields']): Record<string, string> =>
  fields.length === 0 ? {} : { [NOT_PRINTED]: fields.map(({ term }) => term ?? 'other').join(', ') };

/** Converts an invoice number to a file name that is safe on all systems. */
function filenameOf(number: string | null): string {
  // Truncate before replacing: a regular expression for the end of a long text is quadratic.
  const plain = (number ?? '')
    .slice(0, 200)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  return plain.replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '').slice(0, 80) || 'invoice';
}

function toProblem(error: NotPrinted): Problem {
  if (error.isFinal) return makeProblem('pdf_limit_reached', {}, { cause: error });
  if (error.reason === 'busy') {
    return makeProblem('pdf_busy', {}, { headers: { 'Retry-After': BUSY_SECONDS }, cause: error });
  }
  const reason = error.reason === 'closed' ? 'the service is stopping' : error.detail;
  return makeProblem('pdf_unavailable', { reason }, { headers: { 'Retry-After': BROKEN_SECONDS }, cause: error });
}
