import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { RenderOptions } from '../render-invoice.ts';
import type { Shown } from '../render-metadata.ts';

/** What is asked for, without the limits, which a thread has. */
export type RenderRequest = Omit<RenderOptions, 'limits'> & {
  /** The page is wanted as a string of JSON too. */
  readonly withJson?: boolean;
};

/** What a thread is started with. */
export type Setup = { readonly limits: Partial<XmlLimits> | undefined };

/** To a thread: make a page of this. */
export type Request = { readonly bytes: Uint8Array; readonly request: RenderRequest };

/** From a thread. */
export type Reply =
  | { readonly kind: 'shown'; readonly shown: Shown }
  | { readonly kind: 'not renderable'; readonly reason: string };
