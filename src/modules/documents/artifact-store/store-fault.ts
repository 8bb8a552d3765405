/**
 * Why a store could not be used.
 *
 * - `unavailable`: no answer, or one that asks to come again; may go away
 * - `refused`: the store answers, and does not let us: a wrong key, a bucket that is not there
 */
export class StoreFault extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: StoreFault['kind'], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'StoreFault';
    this.kind = kind;
  }
}
