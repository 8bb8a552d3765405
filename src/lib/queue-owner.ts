/** Matches a UUIDv8 created by `sandbox.ts`, whose first 48 bits identify the client. */
const OPENED_BY_TEXT = /^wsp_([0-9a-f]{8}-[0-9a-f]{4})-8/;

/**
 * Owner for fair scheduling. In the sandbox any text is a key with its own workspace; all workspaces that one client
 * creates this way count as one owner, so that invented keys gain no extra share.
 *
 * @param owner workspace id, or any other name
 */
export const queueOwnerOf = (owner: string): string => OPENED_BY_TEXT.exec(owner)?.[1] ?? owner;
