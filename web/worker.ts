import { validate } from '@e-invoice/validator';
import type { Answered, Asked, Question } from './protocol.ts';

/** Documents that a page judges may be larger than those of a call. */
const answer = async (question: Question): Promise<unknown> => {
  switch (question.kind) {
    case 'judge': {
      const { kind: _, bytes, ...options } = question;
      return validate(bytes, options);
    }
    case 'correct':
      return null;
  }
};

/** Answers in order, one at a time: a judgement takes the thread anyway. */
let before: Promise<unknown> = Promise.resolve();

globalThis.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id, question } = data;
  before = before.then(async () => {
    const told = await answer(question).then(
      (value): Answered => ({ id, value }),
      (error: unknown): Answered => ({ id, fault: error instanceof Error ? error.message : String(error) }),
    );
    globalThis.postMessage(told);
  });
});
