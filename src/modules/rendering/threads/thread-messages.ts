import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { RenderOptions } from '../render-invoice.ts';
import type { Shown } from '../render-metadata.ts';

/** Options of a request, without the limits, which the thread already has. */
export type RenderRequest = Omit<RenderOptions, 'limits'> & {
  readonly withJson?: boolean;
};

export type Setup = { readonly limits: Partial<XmlLimits> | undefined };

export type Request = { readonly bytes: Uint8Array; readonly request: RenderRequest };

export type Reply =
  | { readonly kind: 'shown'; readonly shown: Shown }
  | { readonly kind: 'not renderable'; readonly reason: string };
