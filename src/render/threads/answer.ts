import { NotRenderable, renderInvoice } from '../render-invoice.ts';
import { toShown } from '../shown.ts';
import type { Ask, Setup, Told } from './protocol.ts';

/** What a thread tells about one file. */
export function answerOf({ bytes, request }: Ask, { limits }: Setup): Told {
  try {
    return { kind: 'shown', shown: toShown(renderInvoice(bytes, { ...request, limits }), request.withJson) };
  } catch (error) {
    if (error instanceof NotRenderable) return { kind: 'not renderable', reason: error.reason };
    return { kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** What of it is handed over instead of copied. */
export const handedOver = (told: Told): ArrayBuffer[] =>
  told.kind !== 'shown'
    ? []
    : [told.shown.html, told.shown.json].flatMap((bytes) => (bytes === null ? [] : [bytes.buffer as ArrayBuffer]));
