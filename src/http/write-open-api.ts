import { makeRoutes } from './routes/make-routes.ts';
import { makeOpenApi } from './routing/openapi.ts';

/** Text of the published contract, committed as `test/contract/openapi.json`. */
export function writeOpenApi(): string {
  return `${JSON.stringify(makeOpenApi(makeRoutes(new AbortController().signal)), null, 2)}\n`;
}
