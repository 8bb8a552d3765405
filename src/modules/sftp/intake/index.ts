/**
 * SFTP intake: claims complete files from the inboxes of workspaces, creates documents and batches, and publishes
 * signed results exactly once, even when a process dies. It is independent of the upload protocol and does not
 * validate.
 */
export { type Folders, foldersOf } from './folders.ts';
export { type Dropbox, makeDropbox } from './make-dropbox.ts';
export { isFilename, isTemporary } from './names.ts';
export type { DropboxParts } from './parts.ts';
export { writeServerLimits } from './readme.ts';
export { hasMark, mark, unmark } from './upload-markers.ts';
