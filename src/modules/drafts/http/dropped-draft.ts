import { DEEPEST, findTextErrors, invalidRequest, toFieldErrors, WITH_INPUT } from '../../../http/body/index.ts';
import { makeJsonParser } from '../../../platform/json/index.ts';
import type { DraftInvoice } from '../index.ts';
import { DRAFT_NODES, PreviewRequest } from './preview-schemas.ts';

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
