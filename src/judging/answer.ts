import { RulesetUnknown, type Validator } from '../validation/index.ts';
import type { Reply, Request } from './protocol.ts';

/** What a thread answers about one file. */
export function answerOf(validator: Pick<Validator, 'validate'>, { bytes, request }: Request): Reply {
  try {
    return {
      kind: 'result',
      result: validator.validate(bytes, { ...request, clock: () => performance.now() }),
    };
  } catch (error) {
    if (!(error instanceof RulesetUnknown)) throw error;
    return { kind: 'ruleset unknown', asked: error.asked, installed: error.installed };
  }
}
