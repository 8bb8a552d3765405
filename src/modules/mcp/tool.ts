import type { z } from 'zod';
import type { Exchange } from './exchange.ts';

/** Annotations of a tool that an assistant sees before it calls it. */
type ToolNature = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** True when the tool contacts external services. */
  readonly openWorldHint: boolean;
};

/** A tool: name, schemas and handler. */
export type Tool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly nature: ToolNature;
  /** @throws Refused */
  readonly call: (args: never, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>;
};

/** Defines a tool; the types of its arguments follow from its schema. */
export function tool<I extends z.ZodObject>(
  declaration: Omit<Tool, 'input' | 'call'> & {
    readonly input: I;
    readonly call: (args: z.output<I>, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>;
  },
): Tool {
  return declaration;
}

/** Read-only and idempotent. */
export const READS: ToolNature = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
