import { RulesetUnknown, type Validator } from '../validation/index.ts';
import type { Ask, Told } from './protocol.ts';

/** What a thread tells about one file. */
export function answerOf(validator: Pick<Validator, 'validate'>, { bytes, request }: Ask): Told {
  try {
    return {
      kind: 'result',
      result: validator.validate(bytes, { ...request, clock: () => performance.now() }),
    };
  } catch (error) {
    if (error instanceof RulesetUnknown) {
      return { kind: 'ruleset unknown', asked: error.asked, installed: error.installed };
    }
    return { kind: 'fault', stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
