/** Start data of a thread. */
export type ThreadData<Setup> = {
  readonly setup: Setup;
  /** True: the thread lowers its priority. */
  readonly givesWay: boolean;
};

/** Messages of a thread: readiness with its id on Linux, then one per request. */
export type ThreadMessage<Reply> =
  | { readonly kind: 'ready'; readonly id: number | null }
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** A defect of the thread's program. The stack contains no invoice data. */
  | { readonly kind: 'fault'; readonly stack: string };
