/** A UUIDv8 as `sandbox.ts` makes it: its first 48 bits name the client. */
const OPENED_BY_TEXT = /^wsp_([0-9a-f]{8}-[0-9a-f]{4})-8/;

/**
 * Who shares a turn where owners are served in turn. In the sandbox any text is a key with a workspace of its own: all
 * workspaces that one client opens so share a turn, so that invented keys gain nothing.
 *
 * @param owner id of a workspace, or any other name
 */
export const turnOf = (owner: string): string => OPENED_BY_TEXT.exec(owner)?.[1] ?? owner;
