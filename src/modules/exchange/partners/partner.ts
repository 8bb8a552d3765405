/** Protocol of a partner. */
export type PartnerKind = 'sapi-sk' | 'phoss-ap' | 'http' | 'folder';

/** Recipient of message level statuses, and when the receiver's access point sends them (MLS 1.0). */
type MlsSettings = { readonly to: string; readonly type: 'FAILURE_ONLY' | 'ALWAYS_SEND' };

/** Settings of all partner kinds. */
type CommonSettings = {
  /** Scopes MLS_TO and MLS_TYPE of envelopes; null omits both. */
  readonly mls: MlsSettings | null;
  /** Rate limits per process. */
  readonly limits: SendLimits;
};

/** Settings for SAPI-SK other than secrets. */
export type SapiSettings = CommonSettings & {
  /** Includes the path in front of `/auth/token`. */
  readonly base_url: string;
  readonly client_id: string;
  /** OAuth scope; names differ between providers. Null requests no scope. */
  readonly scope: string | null;
  /**
   * Status path on the same server, with `{id}` for the provider's document identifier; null when there is no status
   * call.
   */
  readonly status_path: string | null;
  /** Participants of the workspace whose inbox is pulled. */
  readonly receives: readonly string[];
};

/** Settings for the phoss-ap access point. */
export type PhossSettings = CommonSettings & {
  /** Includes the path in front of `/api/outbound`. */
  readonly base_url: string;
};

/** Package values that a body may contain. */
export const PACKAGE_PARTS = [
  'envelope_xml',
  'envelope_base64',
  'document_xml',
  'document_base64',
  'document_sha256',
  'sender',
  'receiver',
  'document_type',
  'process',
  'country',
  'instance_identifier',
  'created_at',
  'key',
] as const;
export type PackagePart = (typeof PACKAGE_PARTS)[number];

/**
 * Settings for an HTTP interface that follows no standard. Paths may contain package parts, for example `{sender}`.
 */
export type HttpSettings = CommonSettings & {
  /** Prefix of every path. */
  readonly base_url: string;
  readonly auth:
    | { readonly type: 'none' }
    | { readonly type: 'api_key'; readonly header: string }
    /** Client credentials (RFC 6749, section 4.4). */
    | {
        readonly type: 'oauth2';
        readonly token_url: string;
        readonly client_id: string;
        readonly scope: string | null;
      };
  /** Client certificate and trusted authorities in PEM; null: no client certificate, and the public authorities. */
  readonly client_certificate: string | null;
  readonly trusted_authorities: string | null;
  readonly submit: {
    readonly method: 'POST' | 'PUT';
    readonly path: string;
    readonly body:
      | { readonly type: 'envelope' }
      | { readonly type: 'document' }
      | { readonly type: 'json'; readonly fields: Readonly<Record<string, PackagePart>> };
    /** Header of the idempotency key; null when the partner does not support one. */
    readonly key_header: string | null;
    /**
     * Path of the document reference in the JSON response, for example `data.id`; null when there is no reference.
     */
    readonly reference_field: string | null;
  };
  /** Path of the connection test; null tests only the address and the token. */
  readonly check_path: string | null;
  /** Dry run call: same request as a submit, without accepting the document; null when there is no such call. */
  readonly dry_run_path: string | null;
  /** Status call with `{id}`; null when there is no such call. */
  readonly status: {
    readonly path: string;
    readonly field: string;
    readonly delivered: readonly string[];
    readonly failed: readonly string[];
  } | null;
  /** Inbox calls; null when there is no inbox. */
  readonly inbound: {
    /** Returns JSON with a list: at `documents_field`, for example `data.items`, or as the response itself. */
    readonly list_path: string;
    readonly documents_field: string | null;
    /** Field of a list entry with the document identifier; null when the entry is the identifier. */
    readonly id_field: string | null;
    /** Returns the document; with `{id}`. */
    readonly path: string;
    readonly content:
      | { readonly type: 'xml'; readonly field?: never }
      | { readonly type: 'json_text' | 'json_base64'; readonly field: string };
    /** Acknowledges the document, with `{id}`, so that the partner does not list it again. */
    readonly acknowledge: { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly path: string };
  } | null;
};

/** Settings for a folder below the operator's folder that the partner's software polls. */
export type FolderSettings = CommonSettings & {
  readonly folder: string;
  readonly content: 'envelope' | 'document';
  /** True: a file `….ok` or `….error` next to the document reports the delivery result. */
  readonly confirmation: boolean;
  /** True: the subfolder `in` contains documents received for the workspace. */
  readonly inbox: boolean;
};

/** Concurrent submits, and submits started per second. */
type SendLimits = { readonly at_once: number; readonly per_second: number };

export const USUAL_LIMITS: SendLimits = { at_once: 4, per_second: 20 };

/** Settings and secrets by partner kind. */
export type Connected =
  | { readonly kind: 'sapi-sk'; readonly settings: SapiSettings; readonly secrets: { readonly client_secret: string } }
  | { readonly kind: 'phoss-ap'; readonly settings: PhossSettings; readonly secrets: { readonly token: string } }
  | {
      readonly kind: 'http';
      readonly settings: HttpSettings;
      /** The API key or OAuth client secret, and the PEM key of the client certificate. */
      readonly secrets: { readonly secret: string | null; readonly client_key: string | null };
    }
  | { readonly kind: 'folder'; readonly settings: FolderSettings; readonly secrets: Readonly<Record<string, never>> };

export type Settings = Connected['settings'];
export type Secrets = Connected['secrets'];

type WithoutSecrets<T> = T extends Connected ? Omit<T, 'secrets'> : never;
/** `Connected` without secrets. */
export type Configured = WithoutSecrets<Connected>;

/** Reason of a failed connection. */
export const CONNECTION_CODES = [
  'credentials_refused',
  'access_refused',
  'address_refused',
  'unreachable',
  'unexpected_answer',
  'temporarily_unavailable',
] as const;
type ConnectionCode = (typeof CONNECTION_CODES)[number];

/** A partner record as returned by the API; without secrets. */
export type Partner = Configured & {
  readonly id: string;
  readonly name: string;
  readonly sending_enabled: boolean;
  /** ISO 8601, UTC, with milliseconds; null before the first success. */
  readonly last_success_at: string | null;
  readonly last_error: { readonly at: string; readonly code: ConnectionCode; readonly detail: string | null } | null;
  /** Consecutive failed exchanges since the last success. */
  readonly failures: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type NewPartner = Connected & { readonly name: string; readonly sendingEnabled: boolean };

/** Reason of a failed connection; `isFinal`: a retry fails until the configuration changes. */
export type ConnectionFault = {
  readonly code: ConnectionCode;
  /** Message of the partner, cleaned and truncated; null without a message. */
  readonly detail: string | null;
  readonly isFinal: boolean;
};

/** Result of a connection test. `retryAfter`: milliseconds from the partner's `Retry-After`, when present. */
export type Connection =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: ConnectionFault; readonly retryAfter?: number | null };
