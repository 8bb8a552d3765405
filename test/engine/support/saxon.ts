import SaxonJS from 'saxon-js';
import { NAMESPACES } from './evaluate.ts';

/** The part of the SaxonJS interface that the tests use; SaxonJS has no type declarations. */
type Saxon = {
  getResource(options: { text: string; type: 'xml' }): Promise<unknown>;
  XPath: { evaluate(xpath: string, context: unknown, options: object): readonly unknown[] };
};

const saxon = SaxonJS as unknown as Saxon;

/** Evaluates expressions on one document with SaxonJS; returns the string value or the error code. */
export async function makeSaxon(xml: string): Promise<(expression: string) => string | { error: string }> {
  const document = await saxon.getResource({ text: xml, type: 'xml' });
  const options = { namespaceContext: NAMESPACES, resultForm: 'array' };
  return (expression) => {
    try {
      const text = `string-join(for $item in data((${expression})) return string($item), ' ')`;
      return String(saxon.XPath.evaluate(text, document, options)[0] ?? '');
    } catch (error) {
      return { error: String((error as { code?: unknown }).code) };
    }
  };
}
