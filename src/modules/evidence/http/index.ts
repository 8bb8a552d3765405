export { Digest, Engine, packRelease } from './evidence-schemas.ts';
