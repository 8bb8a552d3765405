/**
 * Explains why an assertion failed: the values of its sub-expressions and the smallest set of nodes that decides it.
 *
 * Validation code never imports this entry point. An explanation that is not certain is not returned.
 */
export {
  type CompiledExplanations,
  type ExplainedPart,
  type Explanation,
  type Explanations,
  loadExplanations,
  makeExplainer,
} from './explain/explain.ts';
