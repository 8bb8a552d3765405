import type { Route } from './route.ts';
import { listAudit } from './routes/audit.ts';
import { listBatchEvents } from './routes/batch-events.ts';
import { batchRoutes } from './routes/batches.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { createBatch } from './routes/create-batch.ts';
import { artifactRoutes } from './routes/document-artifacts.ts';
import { listDocumentEvents } from './routes/document-events.ts';
import { documentRoutes } from './routes/documents.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { keyRoutes } from './routes/keys.ts';
import { makeMcpRoute } from './routes/mcp.ts';
import { makeOpenApiRoute } from './routes/openapi.ts';
import { makeOperations } from './routes/operations.ts';
import { partnerRoutes } from './routes/partners.ts';
import { pdfBridge } from './routes/pdf-bridge.ts';
import { getParticipant } from './routes/peppol.ts';
import { preflightRoutes } from './routes/preflight.ts';
import { previewInvoice } from './routes/preview.ts';
import { queueRoutes } from './routes/queues.ts';
import { radarRoutes } from './routes/radar.ts';
import { getRemediation } from './routes/remediation.ts';
import { renderRoute } from './routes/render.ts';
import { listRulesets } from './routes/rulesets.ts';
import { prepareSend } from './routes/send-preparations.ts';
import { taxDataRoutes } from './routes/tax-data.ts';
import { getUsage } from './routes/usage.ts';
import { validateFile, validateFiles } from './routes/validate.ts';
import { validateOfficial } from './routes/validate-official.ts';
import { vatRoutes } from './routes/vat.ts';
import { vatBatchRoutes } from './routes/vat-batches.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route of the service, in the order of the contract. The signal aborts when the service stops. */
export function makeRoutes(stopping: AbortSignal): Route[] {
  const routes: Route[] = [
    validateFiles,
    validateFile,
    validateOfficial,
    listRulesets,
    ...evidenceRoutes,
    previewInvoice,
    renderRoute,
    pdfBridge,
    createBatch,
    ...batchRoutes,
    listBatchEvents,
    ...documentRoutes,
    prepareSend,
    ...taxDataRoutes,
    ...preflightRoutes,
    listDocumentEvents,
    ...artifactRoutes,
    ...keyRoutes,
    ...vatRoutes,
    ...vatBatchRoutes,
    getParticipant,
    ...radarRoutes,
    ...partnerRoutes,
    ...webhookRoutes,
    ...webhookDeliveryRoutes,
    getUsage,
    listAudit,
    ...catalogRoutes,
    getRemediation,
    makeMcpRoute(),
    ...queueRoutes,
    ...makeOperations(stopping),
  ];
  routes.push(makeOpenApiRoute(routes));
  return routes;
}
