import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Config, checkTlsPair, type Log, type Metrics } from '../platform/index.ts';

type TlsConfig = NonNullable<Config['tls']>;

/** A certificate with its chain, and its private key, in PEM. */
type KeyPair = { readonly cert: Buffer; readonly key: Buffer };

/** The part of Node's HTTPS server that replaces the certificate. */
type TlsServer = { readonly setSecureContext: (options: object) => void };

/** TLS certificate of the service, read from files. */
type TlsFiles = {
  /** For `https.createServer`. */
  readonly options: object;
  /** Applies every renewed certificate to the server until stopped. */
  readonly follow: (server: TlsServer) => { readonly stop: () => void };
};

/** Interval at which the files are checked for a renewed certificate, in milliseconds. */
const LOOK_MS = 30_000;

/** Older TLS versions serve only clients without support. */
const VERSION = { minVersion: 'TLSv1.3' } as const;

/**
 * Opens the files of TLS_CERT and TLS_KEY. A renewed pair is applied without a restart; if the files do not match
 * (half written), the previous pair stays in use and a log line reports it.
 *
 * @throws Error when a file cannot be read, or the key does not match the certificate
 */
export async function openTlsFiles(
  config: TlsConfig,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  look = LOOK_MS,
): Promise<TlsFiles> {
  let pair = await readPair(config);
  metrics.gauge({
    name: 'tls_certificate_expires_seconds',
    help: 'Expiry of the active certificate, in seconds since the epoch.',
    collect: (gauge) => gauge.set(Date.parse(new X509Certificate(pair.cert).validTo) / 1000),
  });
  return {
    options: { ...VERSION, ...pair },
    follow: (server) => {
      let failing = false;
      const renew = async (): Promise<void> => {
        try {
          const read = await readPair(config);
          failing = false;
          if (read.cert.equals(pair.cert) && read.key.equals(pair.key)) return;
          server.setSecureContext({ ...VERSION, ...read });
          pair = read;
          log.info({ valid_to: new X509Certificate(read.cert).validTo }, 'renewed certificate active');
        } catch (error) {
          // Expected between the writes of the two files; if it persists, an operator has to act.
          log[failing ? 'error' : 'warn'](
            { err: error },
            'certificate renewal failed, keeping the current certificate',
          );
          failing = true;
        }
      };
      const timer = setInterval(renew, look).unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}

async function readPair({ cert, key }: TlsConfig): Promise<KeyPair> {
  const pair = { cert: await readNamed('TLS_CERT', cert), key: await readNamed('TLS_KEY', key) };
  checkTlsPair(pair.cert, pair.key);
  return pair;
}

async function readNamed(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The file of ${variable} cannot be read (${code})`, { cause: error });
  }
}
