import { own } from '../lib/own-property.ts';
import { Environment } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Publishable form of a variable: its value when it is a number, a switch or an enumerated word; otherwise whether it
 * is set.
 */
type DocumentedVariable = string | number | boolean;

/** Enumerated values. */
const WORDS = new Set([
  'ARTIFACT_STORE',
  'CII_VALIDATION',
  'ENVIRONMENT',
  'EVIDENCE_SEALER',
  'EVIDENCE_SEALER_SIGNS',
  'LOG_LEVEL',
  'WARM_UP',
]);

/**
 * Describes the configuration for a support request. Free text is omitted, since addresses may contain passwords and
 * names may identify customers.
 *
 * @returns every variable that is read, or the problem of an invalid one
 */
export function describeConfiguration(variables: Variables): Readonly<Record<string, DocumentedVariable>> {
  const shape = Object.entries(Environment.shape);
  return Object.fromEntries(
    shape.map(([name, schema]): [string, DocumentedVariable] => {
      const text = own(variables, name);
      const isSet = text !== undefined && text !== '';
      const read = schema.safeParse(text);
      if (!read.success) return [name, `refused: ${read.error.issues[0]?.message ?? 'not readable'}`];
      const { data } = read;
      if (typeof data === 'number' || typeof data === 'boolean' || WORDS.has(name))
        return [name, data as DocumentedVariable];
      return [name, isSet ? 'set' : 'unset'];
    }),
  );
}
