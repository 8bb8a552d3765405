import type { Category } from './sapi-error.ts';

/** Calls of SAPI-SK 1.0, by a short name. */
export const CALLS = ['token', 'renew', 'token-status', 'revoke', 'send', 'list', 'read', 'acknowledge'] as const;
export type Call = (typeof CALLS)[number];

/** Fault of a call. */
export type Fault = {
  /** Whether the call is executed although its response is faulty. */
  readonly done: boolean;
  /** `silent`: never responds; `cut`: closes the connection without a response; otherwise this response. */
  readonly answer: 'silent' | 'cut' | FaultAnswer;
};

type FaultAnswer = {
  readonly status: number;
  /** Null: not in the format of SAPI-SK, as from a gateway in front of it. */
  readonly category: Category | null;
  readonly code: string;
  readonly retryable: boolean;
  readonly retryAfter?: number;
};

const answer = (
  status: number,
  category: Category | null,
  code: string,
  retryable: boolean,
  retryAfter?: number,
): Fault => ({
  done: false,
  answer: { status, category, code, retryable, ...(retryAfter !== undefined && { retryAfter }) },
});

/** All faults observed at access points, by name. */
export const FAULTS: ReadonlyMap<string, Fault> = new Map(
  Object.entries({
    timeout: { done: false, answer: 'silent' },
    'timeout-after-accept': { done: true, answer: 'silent' },
    lost: { done: false, answer: 'cut' },
    'lost-after-accept': { done: true, answer: 'cut' },
    validation: answer(400, 'VALIDATION', 'SAPI-VAL-003', false),
    unprocessable: answer(422, 'VALIDATION', 'UBL_VALIDATION_ERROR', false),
    unauthorized: answer(401, 'AUTH', 'SAPI-AUTH-001', false),
    'no-credit': answer(402, 'PROCESSING', 'SAPI-PROC-004', false),
    forbidden: answer(403, 'AUTH', 'SAPI-PERM-001', false),
    conflict: answer(409, 'PROCESSING', 'SAPI-DOC-011', false),
    'conflict-retryable': answer(409, 'PROCESSING', 'SAPI-PERM-002', true),
    locked: answer(423, 'AUTH', 'SAPI-AUTH-001', true, 600),
    'rate-limited': answer(429, 'TEMPORARY', 'SAPI-TEMP-002', true, 1),
    'away-for-years': answer(429, 'TEMPORARY', 'SAPI-TEMP-002', true, 999_999_999),
    internal: answer(500, 'PROCESSING', 'SAPI-PROC-003', true),
    'internal-final': answer(500, 'PROCESSING', 'SAPI-PROC-003', false),
    'bad-gateway': answer(502, null, 'SAPI-TEMP-002', true),
    unavailable: answer(503, 'TEMPORARY', 'SAPI-TEMP-002', true, 1),
    'unavailable-final': answer(503, 'TEMPORARY', 'SAPI-TEMP-002', false),
  } satisfies Record<string, Fault>),
);

export const FAULT_NAMES: readonly string[] = [...FAULTS.keys()];
type FaultName = string;

/** An injected fault, for the next calls of a kind or for a share of them. */
export type Order = {
  readonly call: Call;
  readonly fault: FaultName;
  /** Number of calls; null: unlimited. */
  readonly times: number | null;
  /** Share of the matching calls that fail; default: 1. */
  readonly share: number;
};

type Faults = {
  readonly order: (order: Order) => void;
  readonly clear: () => void;
  /** Fault for this call; null: no fault. */
  readonly take: (call: Call) => Fault | null;
};

/** Fault injection; `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export function makeFaults(random: () => number): Faults {
  let orders: { order: Order; left: number }[] = [];
  return {
    order: (order) => {
      orders.push({ order, left: order.times ?? Number.POSITIVE_INFINITY });
    },
    clear: () => {
      orders = [];
    },
    take: (call) => {
      for (const pending of orders) {
        if (pending.order.call !== call || random() >= pending.order.share) continue;
        pending.left -= 1;
        orders = orders.filter(({ left }) => left > 0);
        return FAULTS.get(pending.order.fault) ?? null;
      }
      return null;
    },
  };
}
