import { makeProblem, type RouteContext, tooManyWaiting } from '../../../http/index.ts';
import { SemaphoreFull } from '../../../lib/fair-semaphore.ts';
import { type Renderers, RenderingStopped, type Shown } from '../index.ts';

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
    if (error instanceof SemaphoreFull) throw tooManyWaiting(error);
    if (error instanceof RenderingStopped) throw makeProblem('render_limit_reached', {}, { cause: error });
    throw error;
  }
}
