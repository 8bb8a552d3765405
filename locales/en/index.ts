import { batch } from './batch.ts';
import { draftChecklist } from './draft-checklist.ts';
import { evidence } from './evidence.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { intakeResult } from './intake-result.ts';
import { jsonError } from './json-error.ts';
import { layer } from './layer.ts';
import { monthlyExport } from './monthly-export.ts';
import { peppol } from './peppol.ts';
import { preflight } from './preflight.ts';
import { problem } from './problem.ts';
import { referenceValidator } from './reference-validator.ts';
import { rendering } from './rendering.ts';
import { sendFailure } from './send-failure.ts';
import { sftpError } from './sftp-error.ts';
import { statusMessage } from './status-message.ts';
import { taxData } from './tax-data.ts';
import { vat } from './vat.ts';
import { verifier } from './verifier.ts';

export const en = {
  ...batch,
  ...draftChecklist,
  ...evidence,
  ...evidencePdf,
  ...intakeResult,
  ...jsonError,
  ...layer,
  ...monthlyExport,
  ...peppol,
  ...preflight,
  ...problem,
  ...referenceValidator,
  ...rendering,
  ...sendFailure,
  ...sftpError,
  ...statusMessage,
  ...taxData,
  ...vat,
  ...verifier,
};
