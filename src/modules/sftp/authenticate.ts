import type { AuthContext } from 'ssh2';
import ssh2 from 'ssh2';
import type { App } from '../../app.ts';

const { utils } = ssh2;

/**
 * Rejected attempts after which the connection is closed. A key offered without a signature is counted as a probe
 * instead.
 */
const MAX_ATTEMPTS = 3;

/** An agent offers its keys one after the other until one is accepted. */
const MAX_QUESTIONS = 20;

export type Visitor = { readonly workspaceId: string; readonly keyId: string; readonly key: Buffer };

type Parts = {
  readonly accounts: Pick<App['accounts'], 'sftp' | 'audit'>;
  readonly address: string;
  readonly onOutcome: (outcome: string) => void;
  /** Creates the folders of the workspace before the client sees them. */
  readonly onEnter: (workspaceId: string) => Promise<unknown>;
  /** Called after too many attempts. */
  readonly end: () => void;
};

const ATTEMPT = { role: null, action: 'sftp.login', status: null, requestId: null } as const;

/**
 * Handles the login attempts of one connection. Only a key with a valid signature logs in; an offered key without a
 * signature is a probe. `visitor` returns the authenticated key after login.
 */
export function makeAuthentication({ accounts, address, onOutcome, onEnter, end }: Parts) {
  let attempts = 0;
  let questions = 0;
  let visitor: Visitor | null = null;

  const refuse = (context: AuthContext, outcome: string): void => {
    if (context.method === 'publickey' && context.signature === undefined) questions += 1;
    else attempts += 1;
    onOutcome(outcome);
    context.reject(['publickey']);
    if (attempts >= MAX_ATTEMPTS || questions >= MAX_QUESTIONS) end();
  };

  const answer = async (context: AuthContext): Promise<void> => {
    // Clients use `none` to list the available methods.
    if (context.method === 'none') return context.reject(['publickey']);
    if (context.method !== 'publickey') return refuse(context, 'method');
    const { username, key, signature, blob, hashAlgo } = context;
    const login = await accounts.sftp.login(username, key.data, address);
    if ('refused' in login && login.keyId === null) return refuse(context, login.refused);
    const parsed = utils.parseKey(key.data);
    if (parsed instanceof Error) return refuse(context, 'unknown');
    // RFC 8332: RSA keys may sign only with SHA-2.
    if (parsed.type === 'ssh-rsa' && hashAlgo !== 'sha256' && hashAlgo !== 'sha512') return refuse(context, 'sha1');
    const isSigned = signature !== undefined && blob !== undefined;
    // Verify the signature before anything is logged for the key: knowing the public half proves nothing.
    if (isSigned && parsed.verify(blob, signature, hashAlgo) !== true) return refuse(context, 'signature');
    // Request a signature for a revoked or expired key too: most clients never sign with a key that was rejected as a
    // probe, so its use would be missing from the audit trail.
    if (!isSigned) return context.accept();
    if ('refused' in login) {
      const line = accounts.audit.begin(
        { workspaceId: username, actor: login.keyId! },
        { ...ATTEMPT, resource: login.keyId, clientAddress: address },
      );
      await line.end({ outcome: 'refused', code: `sftp_key_${login.refused}` });
      return refuse(context, login.refused);
    }
    const { workspaceId, keyId } = login;
    visitor = { workspaceId, keyId, key: key.data };
    const line = accounts.audit.begin(
      { workspaceId, actor: keyId },
      { ...ATTEMPT, resource: keyId, clientAddress: address },
    );
    await line.end({ outcome: 'done' });
    await accounts.sftp.noteUse({ workspaceId, keyId }, address);
    await onEnter(workspaceId);
    onOutcome('done');
    context.accept();
  };

  return { answer, visitor: () => visitor };
}
