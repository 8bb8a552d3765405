/** Error categories of SAPI-SK 1.0. */
export type Category = 'VALIDATION' | 'AUTH' | 'PROCESSING' | 'TEMPORARY';

type ErrorDetail = { readonly field: string; readonly issue: string };

/** Error response in the format of SAPI-SK. */
export class SapiError extends Error {
  readonly status: number;
  readonly category: Category;
  readonly code: string;
  readonly retryable: boolean;
  readonly details: readonly ErrorDetail[];

  constructor(
    status: number,
    category: Category,
    code: string,
    message: string,
    { retryable = false, details = [] }: { retryable?: boolean; details?: readonly ErrorDetail[] } = {},
  ) {
    super(message);
    this.name = 'SapiError';
    this.status = status;
    this.category = category;
    this.code = code;
    this.retryable = retryable;
    this.details = details;
  }

  /** @param correlationId identifies the call in the logs of both sides */
  toBody(correlationId: string): unknown {
    const { category, code, message, retryable, details } = this;
    return {
      error: {
        category,
        code,
        message,
        retryable,
        correlation_id: correlationId,
        ...(details.length > 0 && { details }),
      },
    };
  }
}

/** A field is missing or invalid (400). */
export const invalid = (field: string, issue: string, code = 'SAPI-VAL-003'): SapiError =>
  new SapiError(400, 'VALIDATION', code, `${field}: ${issue}`, { details: [{ field, issue }] });

/** The document's content is rejected (422). */
export const refused = (field: string, issue: string, code = 'SAPI-VAL-003'): SapiError =>
  new SapiError(422, 'VALIDATION', code, `${field}: ${issue}`, { details: [{ field, issue }] });

/** Not authenticated, or the token has expired (401). */
export const unauthorized = (message: string): SapiError => new SapiError(401, 'AUTH', 'SAPI-AUTH-001', message);
