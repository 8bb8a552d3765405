import { type Renderers, RenderingStopped, type Shown } from '../render/index.ts';
import { makeProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

/**
 * Makes the page of an invoice in this process: of a large one in a thread, so that other requests get their turn.
 *
 * @throws NotRenderable; Problem `render_limit_reached`; the signal's reason when the caller leaves while the file waits
 */
export async function renderNow(
  bytes: Uint8Array,
  request: Parameters<Renderers['render']>[1],
  { app, left }: Pick<RouteContext, 'app' | 'left'>,
): Promise<Shown> {
  try {
    return await app.renderers.render(bytes, request, left());
  } catch (error) {
    if (error instanceof RenderingStopped) throw makeProblem('render_limit_reached', {}, { cause: error });
    throw error;
  }
}
