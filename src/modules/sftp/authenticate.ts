import type { AuthContext } from 'ssh2';
import ssh2 from 'ssh2';
import type { App } from '../../app.ts';

const { utils } = ssh2;

/** So many refused attempts end a connection; a key that is asked for without a signature is only a question. */
const MAX_ATTEMPTS = 3;

/** An agent asks for one key after the other until one would do. */
const MAX_QUESTIONS = 20;

/** Who has come. */
export type Visitor = { readonly workspaceId: string; readonly keyId: string; readonly key: Buffer };

type Parts = {
  readonly accounts: Pick<App['accounts'], 'sftp' | 'audit'>;
  readonly address: string;
  readonly onOutcome: (outcome: string) => void;
  /** Makes what somebody of the workspace will look at. */
  readonly onEnter: (workspaceId: string) => Promise<unknown>;
  /** Too many attempts. */
  readonly end: () => void;
};

const ATTEMPT = { role: null, action: 'sftp.login', status: null, requestId: null } as const;

/**
 * Answers the attempts of one connection to log in. A key alone lets in, and only with its signature: without one it is
 * a question that lets nobody in. `visitor` tells who has come, once somebody has.
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
    // Clients ask so which ways there are.
    if (context.method === 'none') return context.reject(['publickey']);
    if (context.method !== 'publickey') return refuse(context, 'method');
    const { username, key, signature, blob, hashAlgo } = context;
    const login = await accounts.sftp.login(username, key.data, address);
    if ('refused' in login && login.keyId === null) return refuse(context, login.refused);
    const parsed = utils.parseKey(key.data);
    if (parsed instanceof Error) return refuse(context, 'unknown');
    // RFC 8332: RSA keys sign with SHA-2 alone.
    if (parsed.type === 'ssh-rsa' && hashAlgo !== 'sha256' && hashAlgo !== 'sha512') return refuse(context, 'sha1');
    const isSigned = signature !== undefined && blob !== undefined;
    // Before anything is written of the key: whoever knows its public half alone has shown nothing.
    if (isSigned && parsed.verify(blob, signature, hashAlgo) !== true) return refuse(context, 'signature');
    // A key that has ended is asked for its signature too: most clients sign for no key that is turned down, and the audit
    // trail would tell of none of them.
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
