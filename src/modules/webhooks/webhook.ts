import type { OutcomeCode } from './outcome.ts';

/** Why a webhook gets nothing any more: it answered 410, it failed for a whole day, or somebody switched it off. */
export const DISABLED_REASONS = ['gone', 'failing', 'request'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Who wants to be told of what, and where. */
export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Types of events, or `*`. */
  readonly events: readonly string[];
  readonly status: 'enabled' | 'disabled';
  /** Null while it is enabled. Times here and below: ISO 8601, UTC, with milliseconds. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: string } | null;
  /** Until when the secret before the present one signs too; null when there is none. */
  readonly previous_secret_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to deliver, and what came of it. */
export type Attempt = {
  /** 1 for the first. */
  readonly number: number;
  readonly at: string;
  /** Until the answer was complete, or given up on. */
  readonly latency_ms: number;
  /** Null when there was no answer. */
  readonly response_status: number | null;
  /** The first bytes of the answer, as text. */
  readonly response_body: string | null;
  /** Why it counts as failed; null when it was delivered. */
  readonly error: OutcomeCode | null;
};

/** One event on its way to one webhook. `failed` is for good: nothing more happens unless somebody asks again. */
export type Delivery = {
  readonly id: string;
  readonly webhook_id: string;
  /** 1 for the webhook's first, without gaps. */
  readonly sequence: number;
  /** The receiver sees it as `webhook-id`. */
  readonly event_id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** When it is tried next; null unless it is pending. */
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly last_attempt: Attempt | null;
};

/** A delivery with all there is to know of it. */
export type DeliveryDetail = Delivery & {
  /** What is sent, to the byte. */
  readonly body: string;
  readonly history: readonly Attempt[];
};
