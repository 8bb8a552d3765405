import type { DraftInvoice } from '../../modules/drafts/index.ts';
import { makeJsonParser } from '../../platform/json/index.ts';
import { toFieldErrors, WITH_INPUT } from '../problems/field-errors.ts';
import { invalidRequest } from '../problems/problems.ts';
import { DRAFT_NODES } from '../routes/preview.ts';
import { PreviewRequest } from '../schemas/preview.ts';
import { DEEPEST } from './body-kind.ts';
import { findTextErrors } from './check-texts.ts';

/**
 * Parses a draft from a JSON file, in the format of the API request.
 *
 * @throws Problem `malformed_json`, `json_too_deep`, `body_too_complex`, `invalid_request`, `field_unknown`
 */
export function readDroppedDraft(json: Buffer): DraftInvoice {
  const parser = makeJsonParser({ nodes: DRAFT_NODES, depth: DEEPEST, text: json.length });
  parser.readAll(json);
  parser.end();
  const value = parser.value();
  const unstorable = findTextErrors('body', value);
  if (unstorable.length > 0) throw invalidRequest(unstorable);
  const checked = PreviewRequest.safeParse(value, WITH_INPUT);
  if (checked.success) return checked.data.invoice;
  throw invalidRequest(toFieldErrors('body', checked.error, PreviewRequest), checked.error.issues.length);
}
