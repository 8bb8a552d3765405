import type { ServerConfig } from 'ssh2';

/**
 * What is offered to clients; the library adds the strict key exchange (`kex-strict-s-v00@openssh.com`), which keeps
 * CVE-2023-48795 out. Nothing with SHA-1, CBC or a group below 3072 bits. ChaCha20-Poly1305 would be computed without
 * the processor's help here, at half the speed.
 */
export const ALGORITHMS: ServerConfig['algorithms'] = {
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group16-sha512',
    'diffie-hellman-group18-sha512',
  ],
  serverHostKey: ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'rsa-sha2-512', 'rsa-sha2-256'],
  cipher: ['aes256-gcm@openssh.com', 'aes128-gcm@openssh.com', 'aes256-ctr', 'aes128-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
};
