/** What a thread is started with. */
export type ThreadData<Setup> = {
  readonly setup: Setup;
  /** True: the thread gives way to the others of the process and the machine. */
  readonly givesWay: boolean;
};

/** From a thread: once that it is ready, with its id on Linux, then one for every request. */
export type ThreadMessage<Reply> =
  | { readonly kind: 'ready'; readonly id: number | null }
  | { readonly kind: 'reply'; readonly reply: Reply }
  /** A defect of the thread's program. Its stack says where; it names no content. */
  | { readonly kind: 'fault'; readonly stack: string };
