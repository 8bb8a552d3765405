/** How a partner is spoken to. */
export type PartnerKind = 'sapi-sk' | 'phoss-ap' | 'http' | 'folder';

/** Whom the access point of the receiver shall tell how delivery went, and when (MLS 1.0). */
type MlsSettings = { readonly to: string; readonly type: 'FAILURE_ONLY' | 'ALWAYS_SEND' };

/** What every partner is told. */
type CommonSettings = {
  /** Scopes MLS_TO and MLS_TYPE of envelopes; null: neither. */
  readonly mls: MlsSettings | null;
  /** What each process hands over at most. */
  readonly limits: SendLimits;
};

/** What an adapter of SAPI-SK is told besides its secrets. */
export type SapiSettings = CommonSettings & {
  /** With everything that stands in front of `/auth/token`. */
  readonly base_url: string;
  readonly client_id: string;
  /** Postmen differ in the names of their scopes; null: none is asked for. */
  readonly scope: string | null;
  /** Where the same server tells how far a document came, with `{id}` for its own id of it; null: nowhere. */
  readonly status_path: string | null;
  /** Participants of ours for which it is asked what it received. */
  readonly receives: readonly string[];
};

/** The access point phoss-ap. */
export type PhossSettings = CommonSettings & {
  /** With everything that stands in front of `/api/outbound`. */
  readonly base_url: string;
};

/** What of a package goes into a body. */
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

/** How an interface that nobody has standardised is called. Paths may name parts of the package, as in `{sender}`. */
export type HttpSettings = CommonSettings & {
  /** In front of every path. */
  readonly base_url: string;
  readonly auth:
    | { readonly type: 'none' }
    | { readonly type: 'api_key'; readonly header: string }
    /** Client credentials (RFC 6749, 4.4). */
    | {
        readonly type: 'oauth2';
        readonly token_url: string;
        readonly client_id: string;
        readonly scope: string | null;
      };
  /** Our own certificate and the authorities that are trusted, in PEM; null: none, and the public ones. */
  readonly client_certificate: string | null;
  readonly trusted_authorities: string | null;
  readonly submit: {
    readonly method: 'POST' | 'PUT';
    readonly path: string;
    readonly body:
      | { readonly type: 'envelope' }
      | { readonly type: 'document' }
      | { readonly type: 'json'; readonly fields: Readonly<Record<string, PackagePart>> };
    /** The header that carries the key by which the same bytes are known again; null: the partner knows no such thing. */
    readonly key_header: string | null;
    /** Where in its JSON answer the partner says what it calls the document, such as `data.id`; null: it does not. */
    readonly reference_field: string | null;
  };
  /** Read to see whether the partner lets us in; null: only its address and its token are tried. */
  readonly check_path: string | null;
  /** Takes what a submit takes and only says what it would say; null: the partner has no such call. */
  readonly dry_run_path: string | null;
  /** Where it tells how far a document came, with `{id}`; null: nowhere. */
  readonly status: {
    readonly path: string;
    readonly field: string;
    readonly delivered: readonly string[];
    readonly failed: readonly string[];
  } | null;
  /** Where it gives what it received for us; null: nowhere. */
  readonly inbound: {
    /** Answers JSON with a list: at `documents_field`, such as `data.items`, or the answer itself. */
    readonly list_path: string;
    readonly documents_field: string | null;
    /** What of each entry is the partner's id of it; null: the entry itself. */
    readonly id_field: string | null;
    /** With `{id}`: the document. */
    readonly path: string;
    readonly content:
      | { readonly type: 'xml'; readonly field?: never }
      | { readonly type: 'json_text' | 'json_base64'; readonly field: string };
    /** With `{id}`: it need not be given again. */
    readonly acknowledge: { readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; readonly path: string };
  } | null;
};

/** A folder below the one that the operator gave, for the partner's own software. */
export type FolderSettings = CommonSettings & {
  readonly folder: string;
  readonly content: 'envelope' | 'document';
  /** True: a file `….ok` or `….error` beside the document tells how it ended. */
  readonly confirmation: boolean;
  /** True: the folder `in` below it holds what the partner received for us. */
  readonly inbox: boolean;
};

/** How many documents are handed over at once, and how many begin in a second. */
type SendLimits = { readonly at_once: number; readonly per_second: number };

export const USUAL_LIMITS: SendLimits = { at_once: 4, per_second: 20 };

/** Settings and secrets belong to a kind. */
export type Connected =
  | { readonly kind: 'sapi-sk'; readonly settings: SapiSettings; readonly secrets: { readonly client_secret: string } }
  | { readonly kind: 'phoss-ap'; readonly settings: PhossSettings; readonly secrets: { readonly token: string } }
  | {
      readonly kind: 'http';
      readonly settings: HttpSettings;
      /** The API key or the client's secret, and the key of our certificate in PEM. */
      readonly secrets: { readonly secret: string | null; readonly client_key: string | null };
    }
  | { readonly kind: 'folder'; readonly settings: FolderSettings; readonly secrets: Readonly<Record<string, never>> };

export type Settings = Connected['settings'];
export type Secrets = Connected['secrets'];

type WithoutSecrets<T> = T extends Connected ? Omit<T, 'secrets'> : never;
/** The same without what is told to nobody. */
export type Configured = WithoutSecrets<Connected>;

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
export type Partner = Configured & {
  readonly id: string;
  readonly name: string;
  readonly sending_enabled: boolean;
  /** ISO 8601, UTC, with milliseconds; null: none yet. */
  readonly last_success_at: string | null;
  readonly last_error: { readonly at: string; readonly code: ConnectionCode; readonly detail: string | null } | null;
  /** Failed exchanges since the last that went well. */
  readonly failures: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type NewPartner = Connected & { readonly name: string; readonly sendingEnabled: boolean };

/** Why a connection does not work now; `isFinal`: trying again will not help until somebody changes something. */
export type ConnectionFault = {
  readonly code: ConnectionCode;
  /** The partner's own words, cleaned and cut; null when it gave none. */
  readonly detail: string | null;
  readonly isFinal: boolean;
};

/** What the check of a connection found. `retryAfter`: when the partner asked to come again, in milliseconds, where it did. */
export type Connection =
  | { readonly ok: true }
  | { readonly ok: false; readonly fault: ConnectionFault; readonly retryAfter?: number | null };
