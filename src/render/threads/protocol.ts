import type { XmlLimits } from '@e-invoice/schematron/xml';
import type { RenderOptions } from '../render-invoice.ts';
import type { Shown } from '../shown.ts';

/** What is asked for, without the limits, which a thread has. */
export type RenderRequest = Omit<RenderOptions, 'limits'> & {
  /** The page is wanted as a string of JSON too. */
  readonly withJson?: boolean;
};

/** What a thread is started with. */
export type Setup = { readonly limits: Partial<XmlLimits> | undefined };

/** To a thread: make a page of this. One at a time. */
export type Ask = { readonly bytes: Uint8Array; readonly request: RenderRequest };

/** From a thread: once that it is ready, then one for every ask. */
export type Told =
  | { readonly kind: 'ready' }
  | { readonly kind: 'shown'; readonly shown: Shown }
  | { readonly kind: 'not renderable'; readonly reason: string }
  /** A defect. Its stack says where; it names no content. */
  | { readonly kind: 'fault'; readonly stack: string };
