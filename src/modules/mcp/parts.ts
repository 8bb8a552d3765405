import type { Catalog } from '@e-invoice/validator/catalog';
import type { z } from 'zod';

/** Dependencies of the MCP entry point. */
export type AssistantParts = {
  readonly catalog: Catalog;
  /** Public base URL without a trailing slash; null: links are relative. */
  readonly publicUrl: string | null;
  /** Version of the service. */
  readonly version: string;
  /** Request and response schemas of the API, which the tools share. */
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

/** Absolute link when the public URL is known, otherwise relative. */
export const toLink = ({ publicUrl }: Pick<AssistantParts, 'publicUrl'>, path: string): string =>
  `${publicUrl ?? ''}${path}`;
