import { makeProblem } from '../problems/problems.ts';
import type { Middleware } from '../routing/state.ts';

/** `uri-host [ ":" port ]` (RFC 9110, section 7.2; RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/;

/**
 * Rejects a request with several Host headers, an invalid one, or in HTTP/1.1 without one (RFC 9112, section 3.2): a
 * proxy in front of this service might have read another host.
 *
 * @throws Problem `malformed_http`
 */
export const checkHost: Middleware = (ctx, next) => {
  const { rawHeaders, httpVersion } = ctx.req;
  const refused = (): Error => makeProblem('malformed_http', {}, { headers: { Connection: 'close' } });
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() !== 'host') continue;
    count++;
    if (count > 1 || !HOST.test(rawHeaders[index + 1]!)) throw refused();
  }
  if (count === 0 && httpVersion === '1.1') throw refused();
  return next();
};
