/** Limits that bound the cost of hostile input to that of a legitimate file. */
export type XmlLimits = {
  readonly bytes: number;
  /** Element nesting; the document element has depth 1. */
  readonly depth: number;
  /** Attributes and namespace declarations per element. */
  readonly attributes: number;
  /** Total of elements, attributes, texts, comments and processing instructions. */
  readonly nodes: number;
};

/**
 * 10 MB and depth 200 are required by the API contract. The densest realistic invoice (no white space, shortest
 * values) has about one node per nine bytes, so 1.5 million nodes never reject one of 10 MB, while `<a/><a/>…` is
 * stopped at 6 MB.
 */
export const DEFAULT_XML_LIMITS: XmlLimits = { bytes: 10_000_000, depth: 200, attributes: 256, nodes: 1_500_000 };
