import type { RouteContext } from '../../../http/index.ts';
import { toUtcDay } from '../../../lib/utc-day.ts';
import { orLimitReached } from '../../validation/http/index.ts';
import type { NetworkFinding, ValidationPool } from '../../validation/index.ts';
import { RULES_OF } from '../status-messages/index.ts';

/**
 * Reads sender and receiver of a document, under the same limits as `validateNow`; null when it is not a UBL
 * document.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the file waits
 */
export function readAddressingNow(
  bytes: Uint8Array,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): ReturnType<ValidationPool['readAddressing']> {
  return orLimitReached(app.validationPool.readAddressing(bytes, { owner, signal: left() }));
}

/**
 * Returns the rules that a message violates, under the same limits as `validateNow`.
 *
 * @throws Problem `validation_limit_reached`; the signal's reason when the client disconnects while the message waits
 */
export async function validateMessageNow(
  kind: keyof typeof RULES_OF,
  bytes: Uint8Array,
  { app, owner, left }: Pick<RouteContext, 'app' | 'owner' | 'left'>,
): Promise<readonly NetworkFinding[]> {
  const messageRequest = { pack: RULES_OF[kind], today: toUtcDay(app.now()) };
  const found = await orLimitReached(
    app.validationPool.validateStatusMessage(bytes, messageRequest, { owner, signal: left() }),
  );
  if (found === null) throw new Error('The content read as a message is not XML');
  return found;
}
