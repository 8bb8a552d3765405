/** How a partner is spoken to. */
export const PARTNER_KINDS = ['sapi-sk'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** Whom the access point of the receiver shall tell how delivery went, and when (MLS 1.0). */
type MlsSettings = { readonly to: string; readonly type: 'FAILURE_ONLY' | 'ALWAYS_SEND' };

/** What an adapter of SAPI-SK is told besides its secrets. */
export type SapiSettings = {
  /** With everything that stands in front of `/auth/token`. */
  readonly base_url: string;
  readonly client_id: string;
  /** Postmen differ in the names of their scopes; null: none is asked for. */
  readonly scope: string | null;
  /** Scopes MLS_TO and MLS_TYPE of envelopes; null: neither. */
  readonly mls: MlsSettings | null;
  /** Where the same server tells how far a document came, with `{id}` for its own id of it; null: nowhere. */
  readonly status_path: string | null;
  /** Participants of ours for which it is asked what it received. */
  readonly receives: readonly string[];
  /** What each process hands over at most. */
  readonly limits: SendLimits;
};

/** How many documents are handed over at once, and how many begin in a second. */
type SendLimits = { readonly at_once: number; readonly per_second: number };

export const USUAL_LIMITS: SendLimits = { at_once: 4, per_second: 20 };

export type SapiSecrets = { readonly client_secret: string };

/** Why a connection does not work. */
export const CONNECTION_CODES = [
  'credentials_refused',
  'access_refused',
  'address_refused',
  'unreachable',
  'unexpected_answer',
  'temporarily_unavailable',
] as const;
type ConnectionCode = (typeof CONNECTION_CODES)[number];

/** A connection to a partner, as it is told; its secrets are not. */
export type Partner = {
  readonly id: string;
  readonly name: string;
  readonly kind: PartnerKind;
  readonly settings: SapiSettings;
  readonly sending_enabled: boolean;
  /** ISO 8601, UTC, with milliseconds; null: none yet. */
  readonly last_success_at: string | null;
  readonly last_error: { readonly at: string; readonly code: ConnectionCode; readonly detail: string | null } | null;
  /** Failed exchanges since the last that went well. */
  readonly failures: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type NewPartner = {
  readonly name: string;
  readonly kind: PartnerKind;
  readonly settings: SapiSettings;
  readonly secrets: SapiSecrets;
  readonly sendingEnabled: boolean;
};

/** Why a connection does not work now; `isFinal`: trying again will not help until somebody changes something. */
export type ConnectionFault = {
  readonly code: ConnectionCode;
  /** The partner's own words, cleaned and cut; null when it gave none. */
  readonly detail: string | null;
  readonly isFinal: boolean;
};

/** What the check of a connection found. */
export type Connection = { readonly ok: true } | { readonly ok: false; readonly fault: ConnectionFault };
