/** The groups of errors of SAPI-SK 1.0. */
export type Category = 'VALIDATION' | 'AUTH' | 'PROCESSING' | 'TEMPORARY';

type ErrorDetail = { readonly field: string; readonly issue: string };

/** An answer that is no success, in the one shape that SAPI-SK gives all of them. */
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

  /** @param correlationId what both sides can look the call up by */
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

/** A field of a request is missing or wrong (400). */
export const invalid = (field: string, issue: string, code = 'SAPI-VAL-003'): SapiError =>
  new SapiError(400, 'VALIDATION', code, `${field}: ${issue}`, { details: [{ field, issue }] });

/** The document's content was judged and refused (422). */
export const refused = (field: string, issue: string, code = 'SAPI-VAL-003'): SapiError =>
  new SapiError(422, 'VALIDATION', code, `${field}: ${issue}`, { details: [{ field, issue }] });

/** No access, or none any more (401). */
export const unauthorized = (message: string): SapiError => new SapiError(401, 'AUTH', 'SAPI-AUTH-001', message);
