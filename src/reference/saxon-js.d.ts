/** The part of SaxonJS that this product calls; the package brings no types. */
declare module 'saxon-js' {
  export type SaxonNode = {
    readonly nodeType: number;
    readonly nodeName: string;
    readonly textContent: string;
    readonly childNodes: ArrayLike<SaxonNode>;
    getAttribute(name: string): string | null;
  };
  type TransformOptions = {
    readonly stylesheetInternal: object;
    readonly sourceNode: SaxonNode;
    readonly destination: 'application';
  };
  type SaxonJS = {
    getPlatform(): { parseXmlFromString(text: string): SaxonNode };
    transform(options: TransformOptions): { readonly principalResult: SaxonNode | null };
    getProcessorInfo(): { readonly productVersion: string };
  };
  const saxon: SaxonJS;

  export { saxon as default };
}
