import type { Layer } from '@e-invoice/validator/issues';
import type { z } from 'zod';

/** File to be validated. */
type Submitted = {
  readonly filename: string | null;
  readonly ruleset: string | null;
  /** `YYYY-MM-DD` */
  readonly asOf: string | null;
  readonly layers: readonly Layer[] | null;
  readonly cii: 'validate' | 'unsupported' | null;
  readonly xml: string;
};

/**
 * Operations for assistants, with the roles, limits and metering that the API applies to the same work. Each throws
 * Refused where the API would return a problem.
 */
export type Operations = {
  readonly validate: (file: Submitted) => Promise<unknown>;
  readonly getRule: (ruleId: string) => Promise<unknown>;
  readonly verifyVat: (vat: string) => Promise<unknown>;
  readonly lookupParticipant: (participant: string, documentType: string | null) => Promise<unknown>;
  readonly previewInvoice: (invoice: unknown) => Promise<unknown>;
  readonly preflight: (
    xml: string,
    query: { readonly receiver?: string | undefined; readonly partner?: string | undefined },
  ) => Promise<unknown>;
};

/** One HTTP exchange as seen by the protocol. */
export type Exchange = {
  /** Headers that the protocol reads, by lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly operations: Operations;
  /**
   * Parses the arguments of a tool with its schema.
   *
   * @throws Refused `invalid_request`, `field_unknown`: the field errors that the API returns for a body
   */
  readonly readArguments: (schema: z.ZodObject, value: unknown) => Promise<unknown>;
  /** Converts an unexpected error to a response without its cause; the error itself is logged. */
  readonly toRefusal: (error: unknown) => Refused;
  /** True when the client has disconnected. */
  readonly hasLeft: () => boolean;
};

/** Expected error: the operation was rejected, with the problem for the caller (RFC 9457). */
export class Refused extends Error {
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(problem: Readonly<Record<string, unknown>>, options?: ErrorOptions) {
    super('refused', options);
    this.name = 'Refused';
    this.problem = problem;
  }
}
