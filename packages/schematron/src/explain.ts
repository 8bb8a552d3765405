/**
 * Why an assertion failed: the values of its sub-expressions, and the smallest set of nodes that decides it.
 *
 * It must never be imported by what only judges, and never tell what is not certain.
 */
export {
  type CompiledExplanations,
  type ExplainedPart,
  type Explanation,
  type Explanations,
  loadExplanations,
  makeExplainer,
} from './explain/explain.ts';
