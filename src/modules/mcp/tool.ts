import type { z } from 'zod';
import type { Exchange } from './exchange.ts';

/** What an assistant is told of a tool's nature before it calls it. */
type ToolNature = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  /** It asks somebody outside the service. */
  readonly openWorldHint: boolean;
};

/** A tool: its name, its schemas, what it does. */
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

/** Declares a tool; its arguments have the types of their schema. */
export function tool<I extends z.ZodObject>(
  declaration: Omit<Tool, 'input' | 'call'> & {
    readonly input: I;
    readonly call: (args: z.output<I>, exchange: Exchange) => Promise<Readonly<Record<string, unknown>>>;
  },
): Tool {
  return declaration;
}

/** Nothing changes, however often it is called. */
export const READS: ToolNature = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
