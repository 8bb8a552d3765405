import { batch } from './batch.ts';
import { batchRefusal } from './batch-refusal.ts';
import { draftChecklist } from './draft-checklist.ts';
import { evidence } from './evidence.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { fieldError } from './field-error.ts';
import { intakeResult } from './intake-result.ts';
import { invoiceResponse } from './invoice-response.ts';
import { job } from './job.ts';
import { jsonError } from './json-error.ts';
import { keyRequest } from './key-request.ts';
import { layer } from './layer.ts';
import { loadShedding } from './load-shedding.ts';
import { mail } from './mail.ts';
import { monthlyExport } from './monthly-export.ts';
import { page } from './page.ts';
import { peppol } from './peppol.ts';
import { preflight } from './preflight.ts';
import { problem } from './problem.ts';
import { referenceValidator } from './reference-validator.ts';
import { remediation } from './remediation.ts';
import { rendering } from './rendering.ts';
import { sendFailure } from './send-failure.ts';
import { sftpError } from './sftp-error.ts';
import { statusMessage } from './status-message.ts';
import { taxData } from './tax-data.ts';
import { textPattern } from './text-pattern.ts';
import { upload } from './upload.ts';
import { vat } from './vat.ts';
import { verifier } from './verifier.ts';
import { webhook } from './webhook.ts';

export const sk = {
  ...batch,
  ...batchRefusal,
  ...draftChecklist,
  ...evidence,
  ...evidencePdf,
  ...fieldError,
  ...intakeResult,
  ...invoiceResponse,
  ...job,
  ...jsonError,
  ...keyRequest,
  ...layer,
  ...loadShedding,
  ...mail,
  ...monthlyExport,
  ...page,
  ...peppol,
  ...preflight,
  ...problem,
  ...referenceValidator,
  ...remediation,
  ...rendering,
  ...sendFailure,
  ...sftpError,
  ...statusMessage,
  ...taxData,
  ...textPattern,
  ...upload,
  ...vat,
  ...verifier,
  ...webhook,
};
