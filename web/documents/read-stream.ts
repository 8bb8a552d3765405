export type TimelineEvent = {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly actor: string;
};

/** Parses server-sent events (HTML, section 9.2) from a response. `EventSource` cannot send the key in a header. */
export async function* readStream(response: Response): AsyncGenerator<TimelineEvent> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + value).split('\n\n');
    rest = messages.pop()!;
    for (const message of messages) {
      const data = message
        .split('\n')
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
        .join('\n');
      if (data !== '') yield JSON.parse(data) as TimelineEvent;
    }
  }
}
