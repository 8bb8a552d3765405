/** Formats of environment variables. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { POOLS } from '../lib/pools.ts';

/** An empty variable counts as unset. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** Marks an optional variable as a secret, which can also be read from a file (`secret-files.ts`). */
export const secret = <T extends z.ZodType>(schema: T) => optional(schema.optional()).meta({ secret: true });

export const whole = (fallback: number, from: number, to: number) =>
  optional(
    z
      .string()
      .regex(/^\d{1,12}$/, `must be a whole number from ${from} to ${to}`)
      .transform(Number)
      .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
      .default(fallback),
  );

/** URL parsers strip surrounding white space; some clients that use the value do not. */
export const url = (...schemes: string[]) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
      error: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
      // Further errors of the same text would be noise.
      abort: true,
    })
    .refine((text) => text === text.trim(), 'must have no blank and no line end around it');

/** URL for HTTP requests: credentials in it would be ignored, or rejected on each call. */
export const webUrl = url('http', 'https').refine((text) => {
  const { username, password } = new URL(text);
  return username + password === '';
}, 'must have no user and no password in it');

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

export const databaseUrl = url('postgres', 'postgresql').refine(
  (text) => {
    const mode = new URL(text).searchParams.get('sslmode');
    return mode === null || SSL_MODES.includes(mode);
  },
  `must have an sslmode of ${SSL_MODES.join(', ')}, or none`,
);

export const redisUrl = url('redis', 'rediss')
  .refine(
    (text) => /^(\/\d{0,4})?$/.test(new URL(text).pathname),
    'must end with the number of a database, such as /0, or without one',
  )
  .refine((text) => {
    const { username, password } = new URL(text);
    return isDecodable(username) && isDecodable(password);
  }, 'must have % in its user and its password written as %25');

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/i;

/** Listening address. Text of digits and dots that is not a valid address is a typo, not a host name. */
export const listening = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || (NAME.test(text) && !/^[\d.]+$/.test(text)),
    'must be an address or a name of this machine, such as 0.0.0.0, :: or localhost, without brackets and without a port',
  );

/** True for a URL that can serve as a prefix and as a name: no credentials, query or `+`. */
export const isPlain = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '' && !/[\s+?#]/.test(text);
};

/** True for an address that the resolver accepts: IP, optionally with a port (`9.9.9.9:53`, `[2620:fe::9]:53`). */
export const isDnsServer = (text: string): boolean => {
  const [, bracketed, bare, after] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  return isIP(address) !== 0 && Number(after ?? 1) >= 1 && Number(after ?? 1) <= 65_535;
};

export const flag = optional(
  z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true' || value === '1'),
);

const money = z.string().regex(/^\d{1,9}(\.\d{1,9})?$/);

export const Plans = z.record(
  z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  z.strictObject({
    monthly_fee: money,
    fee_by_agreement: z.boolean().optional(),
    includes: z.array(z.enum(['documents', 'sftp'])).optional(),
    products: z.record(z.string(), z.strictObject({ free: z.int().min(0).max(1_000_000_000), price: money })),
  }),
);

/** Price of each plan, as JSON. */
export const plans = z.string().transform((text, context) => {
  const read = Plans.safeParse(readJson(text));
  if (read.success) return read.data;
  context.addIssue(
    'must be JSON such as {"pay-as-you-go":{"monthly_fee":"0","products":{"vat-verification":{"free":1000,"price":"0.004"}}}}',
  );
  return z.NEVER;
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Host as in the Host header, such as `api.example` or `localhost:8443`. */
export const host = z
  .string()
  .toLowerCase()
  .refine((text) => {
    const [, name = '', port] = /^([^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
    return NAME.test(name) && !name.includes('_') && Number(port ?? 1) >= 1 && Number(port ?? 1) <= 65_535;
  }, 'must be a host such as api.example');

/** S3 bucket name: labels of a host name, and not an IP address. */
export const isBucket = (text: string): boolean =>
  /^(?=.{3,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text) && isIP(text) === 0;

/** Name, key or password that is sent in a header. */
export const printable = z.string().regex(/^[\x21-\x7e]{1,500}$/, 'must be printable, without spaces');

/** `cpu=4,network=32,browser=0` */
export const counts = z
  .string()
  .regex(/^[a-z]+=(0|[1-9]\d{0,2})(,[a-z]+=(0|[1-9]\d{0,2}))*$/, 'must be a list such as cpu=4,network=32')
  .refine((text) => {
    const names = text.split(',').map((entry) => entry.split('=', 1)[0]);
    return new Set(names).size === names.length;
  }, 'must name each pool once')
  .transform((text) => Object.fromEntries(text.split(',').map((entry) => entry.split('='))) as Record<string, string>)
  .superRefine((entries, context) => {
    const unknown = Object.keys(entries).filter((name) => !(POOLS as readonly string[]).includes(name));
    if (unknown.length > 0) context.addIssue(`names ${unknown.join(', ')}; there are ${POOLS.join(', ')}`);
  })
  .transform((entries) => Object.fromEntries(Object.entries(entries).map(([name, count]) => [name, Number(count)])));

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');
