import type { Catalog } from '@e-invoice/validator/catalog';
import type { z } from 'zod';

/** What the door for assistants is made of. */
export type AssistantParts = {
  readonly catalog: Catalog;
  /** The address that people reach the service at, without a slash at its end; null: links stay relative. */
  readonly publicUrl: string | null;
  /** The version of the service. */
  readonly version: string;
  /** The shapes that the API answers and takes: the same work, the same fields. */
  readonly schemas: {
    readonly FileResult: z.ZodObject;
    readonly Issue: z.ZodObject;
    readonly CatalogRule: z.ZodObject;
    readonly VatVerification: z.ZodObject;
    readonly PeppolParticipant: z.ZodObject;
    readonly DraftInvoice: z.ZodObject;
    readonly Preview: z.ZodObject;
  };
};

/** A link that works wherever it is read, if the public address is known. */
export const toLink = ({ publicUrl }: Pick<AssistantParts, 'publicUrl'>, path: string): string =>
  `${publicUrl ?? ''}${path}`;
