import type { Operation } from './make-request.ts';

type Documented = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};
type DocumentedOperation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};

/** Operations of an OpenAPI document, without endless responses. */
export function readOperations(document: unknown): readonly Operation[] {
  const { paths } = document as Documented;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      bodies: new Map(
        Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => [type, example ?? null] as const),
      ),
    })),
  );
}
