import { makeOperations } from '../http/operations/health-routes.ts';
import { makeOpenApiRoute } from '../http/operations/openapi-route.ts';
import { queueRoutes } from '../http/operations/queue-routes.ts';
import { contractOf, type OpenApi } from '../http/routing/openapi.ts';
import type { Route } from '../http/routing/route.ts';
import { listAudit } from '../modules/accounts/http/audit-routes.ts';
import { keyRequestRoutes } from '../modules/accounts/http/key-request-routes.ts';
import { keyRoutes } from '../modules/accounts/http/key-routes.ts';
import { listPlans } from '../modules/accounts/http/plan-routes.ts';
import { getUsage } from '../modules/accounts/http/usage-routes.ts';
import { workspaceRoutes } from '../modules/accounts/http/workspace-routes.ts';
import { listBatchEvents } from '../modules/batches/http/batch-events.ts';
import { batchRoutes } from '../modules/batches/http/batch-routes.ts';
import { createBatch } from '../modules/batches/http/create-batch.ts';
import { artifactRoutes } from '../modules/documents/http/artifact-routes.ts';
import { listDocumentEvents } from '../modules/documents/http/document-events.ts';
import { documentRoutes } from '../modules/documents/http/document-routes.ts';
import { listInbox } from '../modules/documents/http/inbox-routes.ts';
import { prepareSend } from '../modules/documents/http/send-preparation-routes.ts';
import { sendDocument, settleSend } from '../modules/documents/http/send-routes.ts';
import { previewInvoice } from '../modules/drafts/http/preview-routes.ts';
import { evidenceExportRoutes } from '../modules/evidence/http/evidence-export-routes.ts';
import { evidenceRoutes } from '../modules/evidence/http/evidence-routes.ts';
import { getLogProof } from '../modules/evidence/http/log-proof-routes.ts';
import { prepareInvoiceResponse } from '../modules/exchange/http/invoice-response-routes.ts';
import { partnerRoutes } from '../modules/exchange/http/partner-routes.ts';
import { preflightRoutes } from '../modules/exchange/http/preflight-routes.ts';
import { receiveStatusMessage } from '../modules/exchange/http/status-message-routes.ts';
import { taxDataRoutes } from '../modules/exchange/http/tax-data-routes.ts';
import { makeMcpRoute } from '../modules/mcp/index.ts';
import { getParticipant } from '../modules/peppol/http/participant-routes.ts';
import { listRadarEvents, radarRoutes } from '../modules/peppol/http/radar-routes.ts';
import { pdfBridge } from '../modules/rendering/http/pdf-bridge-routes.ts';
import { renderRoute } from '../modules/rendering/http/render-routes.ts';
import { catalogRoutes } from '../modules/rules/http/catalog-routes.ts';
import { getRemediation } from '../modules/rules/http/remediation-routes.ts';
import { listRulesets } from '../modules/rules/http/ruleset-routes.ts';
import { sftpRoutes } from '../modules/sftp/http/sftp-routes.ts';
import { compareInvoices } from '../modules/validation/http/compare-routes.ts';
import { convertInvoice } from '../modules/validation/http/convert-routes.ts';
import { validateOfficial } from '../modules/validation/http/official-routes.ts';
import { validateFile, validateFiles } from '../modules/validation/http/validate-routes.ts';
import { listVatBatchEvents, vatBatchRoutes } from '../modules/vat/http/vat-batch-routes.ts';
import { vatRoutes } from '../modules/vat/http/vat-routes.ts';
import { describeWebhooks } from '../modules/webhooks/http/describe-webhooks.ts';
import { webhookDeliveryRoutes } from '../modules/webhooks/http/webhook-delivery-routes.ts';
import { webhookRoutes } from '../modules/webhooks/http/webhook-routes.ts';

/** All routes of the service, in the order of the contract. The signal aborts when the service stops. */
export function makeRoutes(stopping: AbortSignal): Route[] {
  const routes: Route[] = [
    validateFiles,
    validateFile,
    validateOfficial,
    convertInvoice,
    compareInvoices,
    listRulesets,
    ...evidenceExportRoutes,
    ...evidenceRoutes,
    getLogProof,
    previewInvoice,
    renderRoute,
    pdfBridge,
    createBatch,
    ...batchRoutes,
    listBatchEvents,
    listVatBatchEvents,
    listRadarEvents,
    ...documentRoutes,
    prepareSend,
    sendDocument,
    settleSend,
    receiveStatusMessage,
    listInbox,
    prepareInvoiceResponse,
    ...taxDataRoutes,
    ...preflightRoutes,
    listDocumentEvents,
    ...artifactRoutes,
    ...keyRoutes,
    ...workspaceRoutes,
    ...keyRequestRoutes,
    ...sftpRoutes,
    ...vatRoutes,
    ...vatBatchRoutes,
    getParticipant,
    ...radarRoutes,
    ...partnerRoutes,
    ...webhookRoutes,
    ...webhookDeliveryRoutes,
    getUsage,
    listPlans,
    listAudit,
    ...catalogRoutes,
    getRemediation,
    makeMcpRoute(),
    ...queueRoutes,
    ...makeOperations(stopping),
  ];
  routes.push(makeOpenApiRoute(contractFor(routes)));
  return routes;
}

/** OpenAPI document of the routes and of the messages posted to webhooks, created on first use. */
export const contractFor = (routes: readonly Route[]) => (): OpenApi => contractOf(routes, describeWebhooks);
