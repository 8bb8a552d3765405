import type { AppParts } from '../http/app-parts.ts';
import { serveAssets } from '../http/site/serve-assets.ts';
import { serveDocs } from '../http/site/serve-docs.ts';
import { serveDocuments } from '../http/site/serve-documents.ts';
import { serveGuides } from '../http/site/serve-guides.ts';
import { servePages } from '../http/site/serve-pages.ts';
import { serveQueues } from '../http/site/serve-queues.ts';
import { serveSite } from '../http/site/serve-site.ts';
import { serveStatus } from '../http/site/serve-status.ts';
import { type Api, type ApiOptions, serveApi } from '../http/start-api.ts';
import { serveRequest } from '../modules/accounts/http/serve-request.ts';
import { serveLog } from '../modules/evidence/http/serve-log.ts';
import { contractFor, makeRoutes } from './routes.ts';

export type { Api } from '../http/start-api.ts';

/** Serves all routes and pages on the configured host and port (port 0: any free port). */
export function startApi(app: AppParts, options?: ApiOptions): Promise<Api> {
  const makeSite = (stopping: AbortSignal) => {
    const routes = makeRoutes(stopping);
    const contract = contractFor(routes);
    const pages = [
      serveAssets(app),
      serveLog(app),
      servePages(app),
      serveGuides(app),
      serveDocs(contract, app),
      serveSite(contract, app),
      serveStatus(app),
      serveRequest(app),
      serveDocuments(app),
      serveQueues(app),
    ];
    return { routes, pages };
  };
  return serveApi(app, makeSite, options);
}

/** Text of the published contract, committed as `test/contract/openapi.json`. */
export function writeOpenApi(): string {
  const contract = contractFor(makeRoutes(new AbortController().signal));
  return `${JSON.stringify(contract(), null, 2)}\n`;
}
