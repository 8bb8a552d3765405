import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsOfModule from 'ajv-formats';

/** Parts of the published contract that the generated run uses. */
export type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
};
export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: { readonly example?: unknown; readonly enum?: readonly string[]; readonly type?: string };
};
export type Contract = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

export type StatedAnswer = { readonly status: number; readonly mediaType: string; readonly text: string };

/** Describes how a response deviates from the declaration of its operation; null when it conforms. */
export type AnswerCheck = (path: string, method: string, answer: StatedAnswer) => string | null;

const JSON_TYPE = /^application\/(?:problem\+)?json$/;
const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/**
 * Validates responses against the published contract, with a JSON Schema 2020-12 validator that the service does not
 * use.
 */
export function makeAnswerCheck(contract: Contract): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const addFormats = addFormatsOfModule as unknown as (to: Ajv2020) => void;
  addFormats(ajv);
  ajv.addSchema(contract, 'contract');
  return (path, method, { status, mediaType, text }) => {
    const declared = contract.paths[path]?.[method]?.responses[String(status)];
    if (declared === undefined) return `the status ${status} is not declared`;
    const types = Object.keys(declared.content ?? {});
    if (text === '') return null;
    if (!types.includes(mediaType) && !types.includes('*/*')) return `${status} is not declared as ${mediaType}`;
    if (!JSON_TYPE.test(mediaType)) return null;
    const steps = ['paths', path, method, 'responses', String(status), 'content', mediaType, 'schema'];
    const check = ajv.getSchema(`contract#/${steps.map(escaped).join('/')}`);
    if (check === undefined) return `${status} has no schema`;
    return check(JSON.parse(text)) ? null : `${status} ${ajv.errorsText(check.errors)}: ${text.slice(0, 300)}`;
  };
}
