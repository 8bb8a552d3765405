import type { Route } from '../routing/route.ts';
import { listAudit } from './audit.ts';
import { batchEventRoutes } from './batch-events.ts';
import { batchRoutes } from './batches.ts';
import { catalogRoutes } from './catalog.ts';
import { createBatch } from './create-batch.ts';
import { artifactRoutes } from './document-artifacts.ts';
import { listDocumentEvents } from './document-events.ts';
import { documentRoutes } from './documents.ts';
import { evidenceRoutes } from './evidence.ts';
import { evidenceExportRoutes } from './evidence-export.ts';
import { listInbox } from './inbox.ts';
import { prepareInvoiceResponse } from './invoice-responses.ts';
import { keyRequestRoutes } from './key-requests.ts';
import { keyRoutes } from './keys.ts';
import { getLogProof } from './log-proofs.ts';
import { makeMcpRoute } from './mcp.ts';
import { makeOpenApiRoute } from './openapi.ts';
import { makeOperations } from './operations.ts';
import { partnerRoutes } from './partners.ts';
import { pdfBridge } from './pdf-bridge.ts';
import { getParticipant } from './peppol.ts';
import { listPlans } from './plans.ts';
import { preflightRoutes } from './preflight.ts';
import { previewInvoice } from './preview.ts';
import { queueRoutes } from './queues.ts';
import { radarRoutes } from './radar.ts';
import { getRemediation } from './remediation.ts';
import { renderRoute } from './render.ts';
import { listRulesets } from './rulesets.ts';
import { prepareSend } from './send-preparations.ts';
import { sendDocument, settleSend } from './sends.ts';
import { sftpRoutes } from './sftp.ts';
import { receiveStatusMessage } from './status-messages.ts';
import { taxDataRoutes } from './tax-data.ts';
import { getUsage } from './usage.ts';
import { validateFile, validateFiles } from './validate.ts';
import { validateOfficial } from './validate-official.ts';
import { vatRoutes } from './vat.ts';
import { vatBatchRoutes } from './vat-batches.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.ts';
import { webhookRoutes } from './webhooks.ts';

/** All routes of the service, in the order of the contract. The signal aborts when the service stops. */
export function makeRoutes(stopping: AbortSignal): Route[] {
  const routes: Route[] = [
    validateFiles,
    validateFile,
    validateOfficial,
    listRulesets,
    ...evidenceExportRoutes,
    ...evidenceRoutes,
    getLogProof,
    previewInvoice,
    renderRoute,
    pdfBridge,
    createBatch,
    ...batchRoutes,
    ...batchEventRoutes,
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
  routes.push(makeOpenApiRoute(routes));
  return routes;
}
