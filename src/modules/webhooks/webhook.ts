import type { OutcomeCode } from './outcome.ts';

/** Why a webhook is disabled: it returned 410, all attempts of a day failed, or it was disabled on request. */
export const DISABLED_REASONS = ['gone', 'failing', 'request'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Webhook subscription. */
export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Event types, or `*`. */
  readonly events: readonly string[];
  readonly status: 'enabled' | 'disabled';
  /** Null while it is enabled. Times are ISO 8601, UTC, with milliseconds. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: string } | null;
  /** Until when the previous secret also signs, or null. */
  readonly previous_secret_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** An attempt to deliver, and its result. */
export type Attempt = {
  /** Starts at 1. */
  readonly number: number;
  readonly at: string;
  /** Until the response was complete, or abandoned. */
  readonly latency_ms: number;
  /** Null when there was no response. */
  readonly response_status: number | null;
  /** First bytes of the response, as text. */
  readonly response_body: string | null;
  /** Why it failed; null when it was delivered. */
  readonly error: OutcomeCode | null;
};

/** Delivery of one event to one webhook. `failed` is final unless it is requested again. */
export type Delivery = {
  readonly id: string;
  readonly webhook_id: string;
  /** Starts at 1 per webhook, without gaps. */
  readonly sequence: number;
  /** Sent to the receiver as `webhook-id`. */
  readonly event_id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** Time of the next attempt; null unless it is pending. */
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly last_attempt: Attempt | null;
};

/** A delivery with all details. */
export type DeliveryDetail = Delivery & {
  /** Exact request body. */
  readonly body: string;
  readonly history: readonly Attempt[];
};
