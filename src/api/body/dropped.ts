import { open } from 'node:fs/promises';
import type { NewFile } from '../../batches/index.ts';
import { makeJsonParser, skipSpace } from '../../json/index.ts';
import type { DraftInvoice } from '../../preview/index.ts';
import { toProblem } from '../middleware/problem.ts';
import { toFieldErrors, WITH_INPUT } from '../problems/field-errors.ts';
import { invalidRequest, makeProblem, toProblemBody } from '../problems/problems.ts';
import { DRAFT_NODES } from '../routes/preview.ts';
import { PreviewRequest } from '../schemas/preview.ts';
import { readBatchFile } from './batch/index.ts';
import { type BodyLimits, DEEPEST } from './body-kind.ts';

/** The files of an archive or of NDJSON that lies on the disk, by the same rules as when it is sent. */
export async function* readDroppedBatch(
  path: string,
  kind: 'zip' | 'ndjson',
  limits: BodyLimits,
): AsyncGenerator<NewFile> {
  const handle = await open(path);
  try {
    yield* readBatchFile(handle, kind, limits);
  } finally {
    await handle.close();
  }
}

/**
 * The draft that a JSON file says, in the form in which it would be sent.
 *
 * @throws Problem `malformed_json`, `json_too_deep`, `body_too_complex`, `invalid_request`, `field_unknown`
 */
export function readDroppedDraft(json: Buffer): DraftInvoice {
  const parser = makeJsonParser({ nodes: DRAFT_NODES, depth: DEEPEST, text: json.length });
  const end = parser.read(json, skipSpace(json, 0));
  parser.end();
  if (skipSpace(json, end) < json.length) throw makeProblem('malformed_json', {});
  const checked = PreviewRequest.safeParse(parser.value(), WITH_INPUT);
  if (checked.success) return checked.data.invoice;
  throw invalidRequest(toFieldErrors('body', checked.error, PreviewRequest), checked.error.issues.length);
}

/** A refusal as a file tells it: what a problem is, without the request. Null for a fault that may pass. */
export function tellRefusal(error: unknown, language: 'sk' | 'en') {
  const problem = toProblem(error);
  if (problem.status >= 500) return null;
  const { request_id: _, ...told } = toProblemBody(problem, language, '');
  return told;
}
