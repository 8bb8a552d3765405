/**
 * Files in, results out: takes whole files out of the inboxes of workspaces, makes documents and batches of them, and
 * shows what came of it, signed, exactly once whatever process dies. It knows nothing of how files come, and never
 * judges.
 */
export { type Folders, foldersOf } from './folders.ts';
export { type Dropbox, makeDropbox } from './make-dropbox.ts';
export { isFilename, isTemporary } from './names.ts';
export type { DropboxParts } from './parts.ts';
export { writeServerLimits } from './readme.ts';
export { hasMark, mark, unmark } from './upload-markers.ts';
