import type { ServerConfig } from 'ssh2';

/**
 * Algorithms offered to clients. The library adds strict key exchange (`kex-strict-s-v00@openssh.com`), which
 * prevents CVE-2023-48795. SHA-1, CBC and Diffie-Hellman groups below 3072 bits are excluded. ChaCha20-Poly1305 is
 * excluded because it runs without hardware acceleration here, at half the speed.
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
