/**
 * Why the store failed.
 *
 * - `unavailable`: no response, or a retryable one; may be temporary
 * - `refused`: the store rejects requests: wrong credentials, missing bucket
 */
export class ArtifactStoreError extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: ArtifactStoreError['kind'], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'ArtifactStoreError';
    this.kind = kind;
  }
}
