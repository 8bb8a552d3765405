/** The part of SaxonJS used here; the package has no type declarations. */
declare module 'saxon-js' {
  namespace saxon {
    type SaxonNode = {
      readonly nodeType: number;
      readonly nodeName: string;
      readonly textContent: string;
      readonly childNodes: ArrayLike<SaxonNode>;
      getAttribute(name: string): string | null;
    };
    function getPlatform(): { parseXmlFromString(text: string): SaxonNode };
    function transform(options: {
      readonly stylesheetInternal: object;
      readonly sourceNode: SaxonNode;
      readonly destination: 'application';
    }): { readonly principalResult: SaxonNode | null };
    function getProcessorInfo(): { readonly productVersion: string };
  }
  export = saxon;
}
