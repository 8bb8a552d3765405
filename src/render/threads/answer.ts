import { NotRenderable, renderInvoice } from '../render-invoice.ts';
import { toShown } from '../shown.ts';
import type { Ask, Setup, Told } from './protocol.ts';

/** What a thread tells about one file. */
export function answerOf({ bytes, request }: Ask, { limits }: Setup): Told {
  try {
    return { kind: 'shown', shown: toShown(renderInvoice(bytes, { ...request, limits })) };
  } catch (error) {
    if (error instanceof NotRenderable) return { kind: 'not renderable', reason: error.reason };
    return { kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
