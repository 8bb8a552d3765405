import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Config, checkTlsPair, type Log, type Metrics } from '../platform/index.ts';

type TlsConfig = NonNullable<Config['tls']>;

/** A certificate with its chain, and its key, in PEM. */
type KeyPair = { readonly cert: Buffer; readonly key: Buffer };

/** What a server takes in place of its last certificate; of an HTTPS server of Node. */
type TlsServer = { readonly setSecureContext: (options: object) => void };

/** The certificate of the service, as its files have it. */
type TlsFiles = {
  /** For `https.createServer`. */
  readonly options: object;
  /** Gives the server every later certificate, until stopped. */
  readonly follow: (server: TlsServer) => { readonly stop: () => void };
};

/** How often the files are read for a renewed certificate, in milliseconds. */
const LOOK_MS = 30_000;

/** Old versions of TLS are for clients that no support is left for. */
const VERSION = { minVersion: 'TLSv1.3' } as const;

/**
 * Opens the files of TLS_CERT and TLS_KEY. A renewed pair is taken up without a restart; one that does not fit together
 * (half written) leaves the last one in service and is told in the log.
 *
 * @throws Error when a file cannot be read, or the two make no pair
 */
export async function openTlsFiles(
  config: TlsConfig,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  look = LOOK_MS,
): Promise<TlsFiles> {
  let pair = await readPair(config);
  metrics.gauge({
    name: 'tls_certificate_expires_seconds',
    help: 'When the certificate in service ends, in seconds since the epoch.',
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
          log.info({ valid_to: new X509Certificate(read.cert).validTo }, 'a renewed certificate is in service');
        } catch (error) {
          // Between two files of a renewal this is as it should be; after that somebody has to look.
          log[failing ? 'error' : 'warn']({ err: error }, 'the certificate cannot be renewed: the last one stays');
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
