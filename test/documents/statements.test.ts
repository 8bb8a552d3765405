import { afterAll, beforeAll, expect, it } from 'vitest';
import { advanceDocumentQuery, insertDocumentQuery } from '../../src/modules/documents/document-store.ts';
import { readEventsQuery } from '../../src/modules/documents/event-store.ts';
import { system } from '../../src/platform/db/index.ts';
import { makeTestDatabase, type TestDatabase } from '../support/database.ts';
import { SUMMARY } from '../support/records.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await makeTestDatabase();
});
afterAll(() => test.drop());

const at = new Date(0);
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const compile = (query: { compile: (db: ReturnType<typeof system>) => { sql: string } }): string =>
  flat(query.compile(system(test.db)).sql);

it('receives a document in one statement: document, event, invoice', () => {
  const event = {
    id: 'evt_1',
    type: 'document.received' as const,
    at,
    actor: 'a',
    data: { filename: 'f', sha256: 's', size_bytes: 1, steps: [] },
  };
  const text = compile(
    insertDocumentQuery({
      workspaceId: 'wsp_1',
      document: {
        id: 'doc_1',
        status: 'received',
        filename: 'f',
        sha256: 's',
        size_bytes: 1,
        external_id: null,
        metadata: {},
        steps: ['validate'],
        options: {},
        summary: null,
        counts: null,
        ruleset: null,
        semantic_digest: null,
        semantic_digest_version: null,
        error: null,
        last_sequence: 1,
        failed_steps: [],
        erased_at: null,
        preparation: null,
        send: null,
        inbound: null,
        created_at: '',
        updated_at: '',
      },
      idempotencyKey: 'k',
      requestDigest: Buffer.alloc(32),
      event,
      invoice: { name: 'invoice.xml', mediaType: 'application/xml', sha256: 's', content: Buffer.alloc(1) },
    }),
  );
  expect(text).toBe(
    'with document as ( insert into documents ( workspace_id, id, status, filename, sha256, size_bytes, external_id, ' +
      'metadata, steps, options, open_steps, last_sequence, preparation, inbound, idempotency_key, request_digest, created_at, updated_at ) values ( ' +
      '$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18 ) on conflict on constraint documents_idempotency_key do ' +
      'nothing returning workspace_id, id, last_sequence ), event as ( insert into document_events (workspace_id, ' +
      'document_id, sequence, id, type, at, actor, data) select workspace_id, id, last_sequence, $19, $20, $21, $22, ' +
      '$23::json from document ), artifact as ( insert into document_artifacts (workspace_id, document_id, name, ' +
      'media_type, sha256, content, created_at) select workspace_id, id, $24, $25, $26, $27, $28 from document ) ' +
      'select id, event_is_awaited($29) as awaited from document',
  );
});

it('writes a transition in one statement: status with its condition, event, artifacts', () => {
  const advance = {
    workspaceId: 'wsp_1',
    id: 'doc_1',
    from: ['validating'] as const,
    to: 'validated' as const,
    event: { id: 'evt_1', type: 'validation.started' as const, at, actor: 'a', data: {} },
  };
  const columns =
    '"id", "status", "filename", "sha256", "size_bytes", "external_id", "metadata", "steps", "options", "summary", "counts", ' +
    '"ruleset", "semantic_digest", "semantic_digest_version", "error", "last_sequence", "failed_steps", "erased_at", "preparation", "send", "inbound", "created_at", "updated_at"';
  expect(compile(advanceDocumentQuery(advance))).toBe(
    'with document as ( update documents set status = $1, error = $2, last_sequence = last_sequence + 1, ' +
      'updated_at = $3 where workspace_id = $4 and id = $5 and status = any ($6) and erased_at is null returning * ), event as ( insert ' +
      'into document_events (workspace_id, document_id, sequence, id, type, at, actor, data) select workspace_id, id, ' +
      'last_sequence, $7, $8, $9, $10, $11::json from document ) ' +
      `select ${columns}, event_is_awaited($12) as awaited from document`,
  );

  const RULESET = { id: 'en16931', version: '1', coverage: 'full' } as const;
  const artifact = { name: 'validation.json', mediaType: 'application/json', sha256: 's', content: Buffer.alloc(1) };
  const validated = {
    summary: SUMMARY,
    counts: { fatal: 0, warning: 0, info: 0 },
    ruleset: RULESET,
    semantic: { digest: 'd', version: 1 },
  };
  const text = compile(advanceDocumentQuery({ ...advance, validated, artifacts: [artifact] }));
  expect(text).toContain(
    'set status = $1, error = $2, summary = $3, counts = $4, ruleset = $5, semantic_digest = $6, semantic_digest_version = $7,',
  );
  expect(text).toContain(
    'stored as ( insert into document_artifacts (workspace_id, document_id, name, media_type, sha256, content, ' +
      'address, stored_bytes, created_at) select workspace_id, id, artifact.*, $17 from document, (values ($18::text, ' +
      '$19::text, $20::text, $21::bytea, $22::text, $23::integer)) as artifact on conflict (document_id, name) do ' +
      'update set media_type = excluded.media_type, sha256 = excluded.sha256, content = excluded.content, ' +
      'address = excluded.address, stored_bytes = excluded.stored_bytes, created_at = excluded.created_at )',
  );
});

it('completes an optional step in one statement with a condition on the step, without changing the status', () => {
  const text = (kind: 'ended' | 'failed' | 'retried') =>
    compile(
      advanceDocumentQuery({
        workspaceId: 'wsp_1',
        id: 'doc_1',
        from: ['validated'],
        event: { id: 'evt_1', type: 'evidence.created', at, actor: 'a', data: { artifacts: [] } },
        step: { kind, step: 'evidence' },
      }),
    );
  expect(text('ended')).toContain(
    'update documents set open_steps = array_remove(open_steps, $1), last_sequence = last_sequence + 1, updated_at = $2 ' +
      'where workspace_id = $3 and id = $4 and status = any ($5) and erased_at is null and $6 = any (open_steps) returning',
  );
  expect(text('failed')).toContain(
    'set open_steps = array_remove(open_steps, $1), failed_steps = array_append(failed_steps, $2), last_sequence',
  );
  expect(text('retried')).toContain('and $7 = any (failed_steps) returning');
});

it('reads a timeline in one query that distinguishes a missing document from a missing event', () => {
  expect(compile(readEventsQuery('wsp_1', 'doc_1', 'evt_1', 100))).toBe(
    'select event.*, last.sequence as after_sequence from documents as document left join document_events as last on ' +
      'last.workspace_id = document.workspace_id and last.document_id = document.id and last.id = $1 left join ' +
      'lateral ( select * from document_events as next where next.workspace_id = document.workspace_id and ' +
      'next.document_id = document.id and next.sequence > coalesce(last.sequence, 0) order by next.sequence limit $2 ' +
      ') as event on true where document.workspace_id = $3 and document.id = $4 order by event.sequence',
  );
});
