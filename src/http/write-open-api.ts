import { makeRoutes } from './routes/make-routes.ts';
import { makeOpenApi } from './routing/openapi.ts';

/** The text of the published contract, as `test/contract/openapi.json` holds it. */
export function writeOpenApi(): string {
  return `${JSON.stringify(makeOpenApi(makeRoutes(new AbortController().signal)), null, 2)}\n`;
}
