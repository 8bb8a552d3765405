import type { ColumnType, Generated } from 'kysely';

type WebhooksTable = {
  workspace_id: string;
  id: string;
  url: string;
  description: string | null;
  events: string[];
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
  /** JSON: encrypted previous secrets and their expiry. */
  earlier_secrets: ColumnType<unknown, string | undefined, string>;
  status: string;
  disabled_reason: string | null;
  disabled_at: Date | null;
  last_sequence: Generated<number>;
  run_id: string | null;
  wake_id: string | null;
  wake_at: Date | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

type WebhookDeliveriesTable = {
  workspace_id: string;
  id: string;
  webhook_id: string;
  sequence: number;
  event_id: string;
  type: string;
  body: string;
  status: string;
  attempts: Generated<number>;
  tries: Generated<number>;
  asked_at: Date;
  due_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
};

type WebhookAttemptsTable = {
  workspace_id: string;
  delivery_id: string;
  number: number;
  at: Date;
  latency_ms: number;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
};

export type WebhookTables = {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
};
