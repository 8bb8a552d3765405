import { own } from '../lib/own-property.ts';
import { Environment } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** What can be told of a variable: its value where that is a number, a switch or a word of a list; else whether it is set. */
type DocumentedVariable = string | number | boolean;

/** Texts that are one of a few words. */
const WORDS = new Set([
  'ARTIFACT_STORE',
  'ENVIRONMENT',
  'EVIDENCE_SEALER',
  'EVIDENCE_SEALER_SIGNS',
  'LOG_LEVEL',
  'WARM_UP',
]);

/**
 * The configuration for whoever supports an operator. No text of the operator's is told but those that are one of a few
 * words: addresses carry passwords, and names carry customers.
 *
 * @returns every variable that is read; a problem of one instead of its value, where it has one
 */
export function describeConfiguration(variables: Variables): Readonly<Record<string, DocumentedVariable>> {
  const shape = Object.entries(Environment.shape);
  return Object.fromEntries(
    shape.map(([name, schema]): [string, DocumentedVariable] => {
      const text = own(variables, name);
      const given = text !== undefined && text !== '';
      const read = schema.safeParse(text);
      if (!read.success) return [name, `refused: ${read.error.issues[0]?.message ?? 'not readable'}`];
      const { data } = read;
      if (typeof data === 'number' || typeof data === 'boolean' || WORDS.has(name))
        return [name, data as DocumentedVariable];
      return [name, given ? 'set' : 'unset'];
    }),
  );
}
