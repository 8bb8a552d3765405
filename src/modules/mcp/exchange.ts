import type { Layer } from '@e-invoice/validator/issues';
import type { z } from 'zod';

/** A file to be judged. */
type Submitted = {
  readonly filename: string | null;
  readonly ruleset: string | null;
  /** `YYYY-MM-DD` */
  readonly asOf: string | null;
  readonly layers: readonly Layer[] | null;
  readonly xml: string;
};

/**
 * What an assistant may have done for it, with the roles, limits and accounts that the API keeps for the same work.
 * Each throws Refused where the API would answer with a problem.
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

/** One HTTP exchange as the protocol sees it. */
export type Exchange = {
  /** Headers that the protocol reads, by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly operations: Operations;
  /**
   * The arguments of a tool as its schema reads them.
   *
   * @throws Refused `invalid_request`, `field_unknown`: the field errors that the API returns for a body
   */
  readonly readArguments: (schema: z.ZodObject, value: unknown) => Promise<unknown>;
  /** What a fault that nobody expected is told as, its reason left out; the fault itself is logged. */
  readonly toRefusal: (error: unknown) => Refused;
  /** True once nobody waits for the answer any more. */
  readonly hasLeft: () => boolean;
};

/** Expected: the operation was not done, and this is what the caller is told of it (RFC 9457). */
export class Refused extends Error {
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(problem: Readonly<Record<string, unknown>>, options?: ErrorOptions) {
    super('refused', options);
    this.name = 'Refused';
    this.problem = problem;
  }
}
