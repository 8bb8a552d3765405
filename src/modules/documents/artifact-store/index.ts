/** Artifact contents outside the database, in a folder or an S3-compatible store. */
export type { ArtifactStore } from './artifact-store.ts';
export { makeFolderStore } from './folder-store.ts';
export { type Contents, makeContents } from './make-contents.ts';
export { measureStore } from './measure-store.ts';
export { opensArtifactKeys } from './opens-keys.ts';
export { makeS3Store } from './s3-store.ts';
