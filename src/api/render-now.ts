import { type Renderers, RenderingStopped, type Shown } from '../render/index.ts';
import { makeProblem } from './problems.ts';
import type { RouteContext } from './route.ts';

/**
 * Makes the page of an invoice in this process: of a large one in a thread, so that other requests get their turn.
 *
 * @throws NotRenderable; Problem `render_limit_reached`; the reason of the caller's end while the file waits
 */
export async function renderNow(
  bytes: Uint8Array,
  request: Parameters<Renderers['render']>[1],
  { app, ending }: Pick<RouteContext, 'app' | 'ending'>,
): Promise<Shown> {
  try {
    return await app.renderers.render(bytes, request, ending());
  } catch (error) {
    if (error instanceof RenderingStopped) throw makeProblem('render_limit_reached', {}, { cause: error });
    throw error;
  }
}
