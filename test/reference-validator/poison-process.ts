/** Validation process that executes the command in a file, to simulate defects in a real process. */
import type {
  FromProcess,
  Reply,
  ToProcess,
} from '../../src/modules/validation/reference-validator/process-messages.ts';

const valid = (name: string): Reply => ({
  kind: 'judged',
  outcome: {
    status: 'judged',
    judge: name,
    layers: [],
    valid: true,
    fatal_count: 0,
    warning_count: 0,
    info_count: 0,
    issues: [],
    duration_ms: 0,
  },
});

process.on('disconnect', () => process.exit());
process.on('message', (message: ToProcess) => {
  if ('setup' in message || 'prepare' in message) return;
  const send = (reply: Reply): void => {
    process.send!({ number: message.number, ...reply } satisfies FromProcess);
  };
  const content = Buffer.from(message.request.bytes).toString().split(/[ <]/, 1)[0]!;
  // Its rules never finish loading.
  if (content === 'prepare') return;
  send({ kind: 'begun' });
  if (content === 'loop') for (;;);
  if (content === 'eat') {
    const eaten: string[][] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, (_, index) => `${index} ${eaten.length}`));
  }
  if (content === 'leave') process.exit(3);
  if (content === 'defect') send({ kind: 'fault', stack: 'Error: a defect' });
  else send(valid(content));
});
