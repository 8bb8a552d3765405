import { SemaphoreFull } from '../../lib/fair-semaphore.ts';
import { type Renderers, RenderingStopped, type Shown } from '../../modules/rendering/index.ts';
import { CallerGone } from '../body/read-body.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { RouteContext } from '../routing/route.ts';

/**
 * Renders an invoice as HTML in a worker thread, so that the event loop stays free.
 *
 * @throws NotRenderable; Problem `render_limit_reached`, `overloaded`; the signal's reason when the client
 *   disconnects while the file waits
 */
export async function renderNow(
  bytes: Uint8Array,
  request: Parameters<Renderers['render']>[1],
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<Shown> {
  return orRenderLimit(app.renderers.render(bytes, request, { owner, signal: left() }));
}

/** @throws Problem `render_limit_reached` when rendering exceeded its limit, `overloaded` when too many files wait */
export async function orRenderLimit<T>(rendering: Promise<T>): Promise<T> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof SemaphoreFull) throw tooMany(error);
    if (error instanceof RenderingStopped) throw makeProblem('render_limit_reached', {}, { cause: error });
    throw error;
  }
}

/** @throws Problem `overloaded` when too many PDFs wait; CallerGone when the client has disconnected */
export async function orPdfsBusy<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof SemaphoreFull) throw tooMany(error);
    if (signal.aborted) throw new CallerGone();
    throw error;
  }
}

/** Retry-After when too many files wait, in seconds. */
const BUSY_SECONDS = '5';

/** Problem when the queue of the semaphore is full. */
const tooMany = (cause: SemaphoreFull): Problem =>
  makeProblem('overloaded', {}, { headers: { 'Retry-After': BUSY_SECONDS }, cause });
