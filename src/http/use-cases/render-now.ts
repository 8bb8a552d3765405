import { SemaphoreFull } from '../../lib/fair-semaphore.ts';
import { type Renderers, RenderingStopped, type Shown } from '../../modules/rendering/index.ts';
import { CallerGone } from '../body/read-body.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { RouteContext } from '../routing/route.ts';

/**
 * Makes the page of an invoice in a thread of this process, so that other requests get their turn.
 *
 * @throws NotRenderable; Problem `render_limit_reached`, `overloaded`; the signal's reason when the caller leaves while the file waits
 */
export async function renderNow(
  bytes: Uint8Array,
  request: Parameters<Renderers['render']>[1],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<Shown> {
  return orRenderLimit(app.renderers.render(bytes, request, { owner, signal: left() }));
}

/** @throws Problem `render_limit_reached`, `overloaded` where a page was given up, or too many wait for theirs */
export async function orRenderLimit<T>(rendering: Promise<T>): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof SemaphoreFull) throw tooMany(error);
    if (error instanceof RenderingStopped) throw makeProblem('render_limit_reached', {}, { cause: error });
    throw error;
  }
}

/** @throws Problem `overloaded` where too many PDFs wait to be read; CallerGone where nobody waits for this one any more */
export async function orPdfsBusy<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SemaphoreFull) throw tooMany(error);
    if (signal.aborted) throw new CallerGone();
    throw error;
  }
}

/** What is asked of callers of whom too many wait already, in seconds. */
const BUSY_SECONDS = '5';

/** The problem of a caller who is not let in to wait for its turn. */
const tooMany = (cause: SemaphoreFull): Problem =>
  makeProblem('overloaded', {}, { headers: { 'Retry-After': BUSY_SECONDS }, cause });
