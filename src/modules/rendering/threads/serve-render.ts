import { NotRenderable } from '../read-document.ts';
import { renderInvoice } from '../render-invoice.ts';
import { toShown } from '../render-metadata.ts';
import type { Reply, Request, Setup } from './thread-messages.ts';

export function answerOf({ bytes, request }: Request, { limits }: Setup): Reply {
  try {
    return { kind: 'shown', shown: toShown(renderInvoice(bytes, { ...request, limits }), request.withJson) };
  } catch (error) {
    if (error instanceof NotRenderable) return { kind: 'not renderable', reason: error.reason };
    throw error;
  }
}

/** Buffers to transfer instead of copying. */
export const handedOver = (reply: Reply): ArrayBuffer[] =>
  reply.kind !== 'shown'
    ? []
    : [reply.shown.html, reply.shown.json].flatMap((bytes) => (bytes === null ? [] : [bytes.buffer as ArrayBuffer]));
