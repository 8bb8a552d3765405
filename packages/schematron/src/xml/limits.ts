/** How much of a file is read before it is refused: hostile input must cost no more than an honest file. */
export type XmlLimits = {
  readonly bytes: number;
  /** Elements inside each other; the document element has depth 1. */
  readonly depth: number;
  /** Attributes and namespace declarations of one element. */
  readonly attributes: number;
  /** Elements, attributes, texts, comments and instructions in all. */
  readonly nodes: number;
};

/**
 * 10 MB and depth 200 are the contract's. The densest honest invoice (no white space, shortest values) makes about
 * one node of nine bytes, so 1.5 million nodes never refuse one of 10 MB, while `<a/><a/>…` stops at 6 MB.
 */
export const DEFAULT_XML_LIMITS: XmlLimits = { bytes: 10_000_000, depth: 200, attributes: 256, nodes: 1_500_000 };
