import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { warnOfMisspelt } from '../../src/composition/warn-of-configuration.ts';
import { CONFIGURATION } from '../../src/platform/configuration.data.ts';
import { ConfigProblems, readConfig, SECRETS, VARIABLES } from '../../src/platform/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'einvoice-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file with a secret and returns its path. */
function secretFile(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('readConfig (contract 15)', () => {
  it('has a default for every variable', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      environment: 'sandbox',
      databaseUrl: null,
      databaseDirectUrl: null,
      redisUrl: null,
      publicDailyLimit: 50,
      keyRateLimit: 50,
      maxXmlBytes: 10 * 1024 * 1024,
      maxBatchFiles: 100,
      maxBatchBytes: 50 * 1024 * 1024,
      pressure: {
        maxInline: 64,
        maxLag: 500,
        maxBacklog: 25_000,
        maxBodyMemory: expect.any(Number),
        maxOpen: 2_000,
        maxOpenPerKey: 200,
        maxOpenPerAddress: 500,
      },
      drainMs: 5_000,
      validationLimits: { threads: 0, timeLimit: 20_000, memoryLimit: 1_024 },
      pdf: { timeLimit: 30_000, memoryLimit: 1_024 },
      maxPdfBytes: 20 * 1024 * 1024,
      pools: {},
      retention: { documentDays: 365, batchDays: 30, deliveryDays: 30, evidenceDays: 0, timelineDays: 0, auditDays: 0 },
      proxies: 0,
      corsOrigins: [],
      tracing: null,
      skRegister: null,
      outboundAllow: [],
      smpAllowInsecure: false,
      logLevel: 'info',
    });
    expect(isAbsolute(config.dataDir)).toBe(true);
  });

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/data',
      ENVIRONMENT: 'production',
      DATABASE_URL: 'postgres://user:secret@db/invoices',
      DATABASE_DIRECT_URL: 'postgres://user:secret@direct/invoices',
      REDIS_URL: 'rediss://cache:6380',
      PUBLIC_DAILY_LIMIT: '0',
      KEY_RATE_LIMIT: '0',
      MAX_XML_BYTES: '2048',
      MAX_BATCH_BYTES: '4096',
      MAX_SYNC_REQUESTS: '8',
      MAX_OPEN: '30',
      DRAIN_SECONDS: '0',
      MAX_LAG_MS: '100',
      MAX_BODY_MEMORY: '1000000',
      MAX_BACKLOG: '1000',
      VALIDATION_THREADS: '3',
      VALIDATION_SECONDS: '5',
      VALIDATION_MEMORY_MIB: '256',
      WORKER_CONCURRENCY: 'cpu=4,network=32',
      RETENTION_DOCUMENT_DAYS: '0',
      RETENTION_BATCH_DAYS: '7',
      RETENTION_DELIVERY_DAYS: '14',
      RETENTION_EVIDENCE_DAYS: '3650',
      RETENTION_TIMELINE_DAYS: '4000',
      RETENTION_AUDIT_DAYS: '800',
      TRUSTED_PROXIES: '1',
      CORS_ORIGINS: 'https://a.example, http://localhost:3000',
      EVIDENCE_SECRET: '0123456789abcdef0123456789abcdef',
      SK_REGISTER_URL: 'http://127.0.0.1:9/api',
      BASE_HOST: 'API.example',
      TLS_CERT: '/tls/tls.crt',
      TLS_KEY: '/tls/tls.key',
      SK_REGISTER_KEY: 'a-key',
      SK_REGISTER_ACCOUNTS: 'true',
      VIES_URL: 'http://127.0.0.1:9/vies',
      PEPPOL_ZONE: 'test.example',
      DNS_SERVERS: '127.0.0.1:5353, 9.9.9.9',
      OUTBOUND_ALLOW: '127.0.0.1, 10.0.0.0/8, ::1, hooks.internal',
      SMP_ALLOW_INSECURE: 'true',
      ITB_URL: 'https://itb.example',
      CHROMIUM_PATH: '/usr/bin/chromium',
      SFTP_PORT: '2222',
      LOG_LEVEL: 'debug',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(config).toMatchObject({
      port: 0,
      dataDir: '/srv/data',
      databaseUrl: 'postgres://user:secret@db/invoices',
      databaseDirectUrl: 'postgres://user:secret@direct/invoices',
      publicDailyLimit: 0,
      keyRateLimit: 0,
      pressure: {
        maxInline: 8,
        maxLag: 100,
        maxBacklog: 1_000,
        maxBodyMemory: 1_000_000,
        maxOpen: 30,
        maxOpenPerKey: 3,
        maxOpenPerAddress: 8,
      },
      drainMs: 0,
      validationLimits: { threads: 3, timeLimit: 5_000, memoryLimit: 256 },
      pools: { cpu: 4, network: 32 },
      retention: {
        documentDays: 0,
        batchDays: 7,
        deliveryDays: 14,
        evidenceDays: 3650,
        timelineDays: 4000,
        auditDays: 800,
      },
      maxBatchBytes: 4096,
      proxies: 1,
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      hosts: { base: 'api.example', site: null, validation: null },
      tls: { cert: '/tls/tls.crt', key: '/tls/tls.key' },
      skRegister: { url: 'http://127.0.0.1:9/api', key: 'a-key', accounts: true },
      dnsServers: ['127.0.0.1:5353', '9.9.9.9'],
      outboundAllow: ['127.0.0.1', '10.0.0.0/8', '::1', 'hooks.internal'],
      evidenceSecret: '0123456789abcdef0123456789abcdef',
      smpAllowInsecure: true,
      sftp: { port: 2222, host: '0.0.0.0', root: '/srv/data/sftp', quietMs: 60_000, keepMs: 30 * 86_400_000 },
      tracing: { url: 'http://collector:4318', ratio: 0.25 },
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', LOG_LEVEL: '' })).toMatchObject({ port: 8080, databaseUrl: null });
  });

  it('reports all problems at once, by name', () => {
    const read = () =>
      readConfig({
        PORT: '80.5',
        ENVIRONMENT: 'live',
        DATABASE_URL: 'mysql://x',
        CORS_ORIGINS: 'https://a.example/path',
        SFTP_PORT: '99999',
        LOG_LEVEL: 'loud',
      });
    expect(read).toThrow(ConfigProblems);
    try {
      read();
    } catch (error) {
      expect((error as ConfigProblems).problems).toEqual([
        'PORT must be a whole number from 0 to 65535',
        'ENVIRONMENT must be sandbox or production',
        'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
        'CORS_ORIGINS must be a list of origins such as https://app.example, separated by commas, or *',
        'SFTP_PORT must be a port number',
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      ]);
    }
  });
});

describe('addresses', () => {
  const problemsOf = (variables: Record<string, string>): readonly string[] => {
    try {
      readConfig(variables);
      return [];
    } catch (error) {
      return (error as ConfigProblems).problems;
    }
  };

  it.each(['https://u:p@x.example', 'https://x.example/a?q=1', 'https://x.example/#a', 'https://x.example/a+b'])(
    'PUBLIC_URL rejects %s, since links and the name of the transparency log derive from it',
    (text) => {
      expect(problemsOf({ PUBLIC_URL: text })).toEqual([
        'PUBLIC_URL must be an address such as https://invoices.example',
      ]);
    },
  );

  it('PUBLIC_URL may have a port and a path', () => {
    expect(readConfig({ PUBLIC_URL: 'https://x.example:8443/faktury/' })).toMatchObject({
      publicUrl: 'https://x.example:8443/faktury',
      transparency: { suggestedOrigin: 'x.example:8443/faktury/log' },
    });
  });

  it.each(['999.1.1.1', '9.9.9.9, 1.2.3', '127.0.0.1:99999', '[::1'])('DNS_SERVERS rejects %s', (text) => {
    expect(problemsOf({ DNS_SERVERS: text })).toEqual([
      'DNS_SERVERS must be a list of IP addresses, separated by commas',
    ]);
  });

  it.each(['HOST', 'METRICS_HOST', 'SFTP_HOST'])('%s is validated as a listening address before the start', (name) => {
    for (const text of ['http://a.example', '0.0.0.0:80', '[::1]', '999.1.1.1', ' 127.0.0.1', '*', 'a b', 'a..b'])
      expect(problemsOf({ [name]: text }), text).toEqual([
        `${name} must be an address or a name of this machine, such as 0.0.0.0, :: or localhost, without brackets and without a port`,
      ]);
    for (const text of ['127.0.0.1', '::', 'fe80::1%eth0', 'localhost', 'api_1.internal'])
      expect(problemsOf({ [name]: text }), text).toEqual([]);
  });

  it.each([
    [{ DATABASE_URL: ' postgres://db/x' }, 'DATABASE_URL must have no blank and no line end around it'],
    [{ DATABASE_URL: 'postgres://db/x\n' }, 'DATABASE_URL must have no blank and no line end around it'],
    [
      { DATABASE_URL: 'postgres://db/x?sslmode=verify_full' },
      'DATABASE_URL must have an sslmode of disable, prefer, require, verify-ca, verify-full, no-verify, or none',
    ],
    [
      { REDIS_URL: 'redis://cache/first' },
      'REDIS_URL must end with the number of a database, such as /0, or without one',
    ],
    [{ REDIS_URL: 'redis://u:p%zz@cache' }, 'REDIS_URL must have % in its user and its password written as %25'],
    [{ VIES_URL: 'https://u:p@vies.example' }, 'VIES_URL must have no user and no password in it'],
    [{ WORKER_CONCURRENCY: 'cpu=4,cpu=0' }, 'WORKER_CONCURRENCY must name each pool once'],
    [{ S3_BUCKET: 'a..b' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_BUCKET: 'a.-b' }, 'S3_BUCKET must be the name of a bucket'],
    [{ S3_BUCKET: '10.0.0.1' }, 'S3_BUCKET must be the name of a bucket'],
    [{ BASE_HOST: 'api..example' }, 'BASE_HOST must be a host such as api.example'],
    [{ SITE_HOST: 'api.example:99999' }, 'SITE_HOST must be a host such as api.example'],
    [{ VALIDATION_HOST: 'api-.example' }, 'VALIDATION_HOST must be a host such as api.example'],
    ...['10.1.2.3/8', '10.0.0.0/8, 192.168.1.129/25', 'fd00::1/8', '2001:db8:8000::/32'].map(
      (text): [Record<string, string>, string] => [
        { OUTBOUND_ALLOW: text },
        'OUTBOUND_ALLOW must be a list of addresses, blocks such as 10.0.0.0/8 and host names, separated by commas',
      ],
    ),
    [{ PHORM_TOKEN: 'a\nb' }, 'PHORM_TOKEN must be printable, without spaces'],
    [{ DATA_LOCATION: '  ' }, 'DATA_LOCATION must say something'],
  ])('reports a configuration at startup that would fail later or be ignored: %j', (variables, problem) => {
    expect(problemsOf(variables)).toEqual([problem]);
  });

  it.each<Record<string, string>>([
    {
      OUTBOUND_ALLOW:
        '10.1.2.3, 10.1.2.3/32, 192.168.1.128/25, fd00::/8, fd00::1, 0.0.0.0/0, ::/0, ::ffff:10.0.0.0/104',
    },
    { S3_BUCKET: 'faktury.firma-1' },
    { BASE_HOST: 'localhost:8443', SITE_HOST: '127.0.0.1:65535' },
    { DATABASE_URL: 'postgres:///x?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://u:p%25w@db/x?sslmode=verify-full' },
    { REDIS_URL: 'redis://:p%25w@cache:6379/15' },
    { REDIS_URL: 'redis://cache/' },
  ])('accepts valid values: %j', (variables) => {
    expect(problemsOf(variables)).toEqual([]);
  });

  it('DNS_SERVERS may have ports, and addresses of both families', () => {
    const dnsServers = ['127.0.0.1:5353', '9.9.9.9', '2620:fe::9', '[2620:fe::9]:53'];
    expect(readConfig({ DNS_SERVERS: dnsServers.join(', ') })).toMatchObject({ dnsServers });
  });
});

describe('a role in a separate process', () => {
  const SECRET = 'a secret of at least 32 characters';
  const problemsOf = (variables: Record<string, string>, start = { alone: true }): readonly string[] => {
    try {
      readConfig(variables, start);
      return [];
    } catch (error) {
      return (error as ConfigProblems).problems.map((text) => text.split(' ', 1)[0]!);
    }
  };

  it('needs a database, and in production the shared secret; reports all problems at once', () => {
    expect(problemsOf({})).toEqual(['DATABASE_URL']);
    expect(problemsOf({ ENVIRONMENT: 'production', PORT: 'http' })).toEqual([
      'PORT',
      'DATABASE_URL',
      'EVIDENCE_SECRET',
    ]);
    const start = { alone: true, problems: ['Unknown role "cleaner"'] };
    expect(problemsOf({ ENVIRONMENT: 'production' }, start)).toEqual(['Unknown', 'DATABASE_URL', 'EVIDENCE_SECRET']);
    const complete = { ENVIRONMENT: 'production', DATABASE_URL: 'postgres://x/y', EVIDENCE_SECRET: SECRET };
    expect(problemsOf(complete)).toEqual([]);
  });

  it('needs no secret in the sandbox, or under a supervisor, whose processes share a folder', () => {
    expect(problemsOf({ DATABASE_URL: 'postgres://x/y' })).toEqual([]);
    expect(problemsOf({ ENVIRONMENT: 'production' }, { alone: false })).toEqual([]);
  });
});

it('reads the artifact store', () => {
  expect(readConfig({}).artifactStore).toBeNull();
  const secret = { SECRETS_KEY: 's'.repeat(32) };
  expect(readConfig({ ARTIFACT_STORE: 'file', DATA_DIR: '/d', ...secret }).artifactStore).toEqual({
    kind: 'file',
    folder: '/d/artifacts',
  });
  const bucket = { S3_BUCKET: 'b-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  const own = { S3_ENDPOINT: 'https://s3.example', S3_REGION: 'garage', S3_FORCE_PATH_STYLE: 'true' };
  const s3 = { kind: 's3', bucket: 'b-1', accessKeyId: 'id', secretAccessKey: 'key' };
  expect(readConfig({ ARTIFACT_STORE: 's3', ...secret, ...bucket }).artifactStore).toEqual({
    ...s3,
    endpoint: null,
    region: 'us-east-1',
    pathStyle: false,
  });
  expect(readConfig({ ARTIFACT_STORE: 's3', ...secret, ...bucket, ...own }).artifactStore).toEqual({
    ...s3,
    endpoint: 'https://s3.example',
    region: 'garage',
    pathStyle: true,
  });
  for (const name of ['SECRETS_KEY', ...Object.keys(bucket)])
    expect(() => readConfig({ ARTIFACT_STORE: 's3', ...secret, ...bucket, [name]: '' })).toThrow(
      `${name} is required with ARTIFACT_STORE=s3`,
    );
  expect(() => readConfig({ ARTIFACT_STORE: 'tape' })).toThrow('must be database, file or s3');
  expect(() => readConfig({ S3_BUCKET: '../x' })).toThrow('must be the name of a bucket');
});

describe('signing and timestamping', () => {
  const CSC = {
    CSC_URL: 'https://s.example/csc/v2/',
    CSC_CLIENT_ID: 'c',
    CSC_CLIENT_SECRET: 's',
    CSC_CREDENTIAL_ID: 'k',
  };
  const VAULT = { VAULT_ADDR: 'https://v.example:8200/', VAULT_TRANSIT_KEY: 'transit/evidence' };

  it("uses the service's own key, unless a remote key is configured completely", () => {
    expect(readConfig({})).toMatchObject({ sealer: null, timeAuthority: null });
    expect(() => readConfig({ EVIDENCE_SEALER: 'csc', CSC_URL: CSC.CSC_URL })).toThrow(
      'CSC_CREDENTIAL_ID is required with EVIDENCE_SEALER=csc',
    );
    expect(() => readConfig({ EVIDENCE_SEALER: 'vault', ...VAULT })).toThrow(
      'VAULT_TOKEN or VAULT_TOKEN_FILE is required',
    );
    expect(() => readConfig({ EVIDENCE_SEALER: 'kms' })).toThrow('must be local, vault or csc');
    expect(readConfig({ EVIDENCE_SEALER: 'csc', ...CSC }).sealer).toEqual({
      kind: 'csc',
      url: 'https://s.example/csc/v2',
      tokenUrl: null,
      clientId: 'c',
      clientSecret: 's',
      credentialId: 'k',
      pin: null,
      signs: 'reports',
      timeLimit: 10_000,
    });
    const file = secretFile('token', 'hvs.token\n');
    const vault = { EVIDENCE_SEALER: 'vault', ...VAULT, VAULT_TOKEN_FILE: file, EVIDENCE_SEALER_SIGNS: 'all' };
    expect(readConfig(vault).sealer).toMatchObject({
      url: 'https://v.example:8200',
      key: 'transit/evidence',
      token: { file },
      signs: 'all',
    });
  });

  it('a time-stamping authority needs a root certificate in production, and is used hourly', () => {
    const base = { TSA_URL: 'https://tsa.example' };
    expect(readConfig(base).timeAuthority).toEqual({
      url: 'https://tsa.example',
      ca: null,
      policy: null,
      login: null,
      interval: 3_600_000,
    });
    expect(() => readConfig({ ...base, ENVIRONMENT: 'production' })).toThrow('TSA_CA is required with TSA_URL');
    expect(() => readConfig({ ...base, TSA_USER: 'u' })).toThrow('TSA_USER and TSA_PASSWORD are needed together');
  });
});

it('metrics have a separate address when configured', () => {
  expect(readConfig({}).metrics).toBeNull();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readConfig({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ host: '0.0.0.0', port: 0 });
  expect(() => readConfig({ METRICS_PORT: '70000' })).toThrow('METRICS_PORT must be a port number');
});

describe('secrets from files', () => {
  const SECRET = 'a secret of at least 32 characters';
  const problemsOf = (variables: Record<string, string>, alone = false): readonly string[] => {
    try {
      readConfig(variables, { alone });
      return [];
    } catch (error) {
      return (error as ConfigProblems).problems;
    }
  };

  it('marks every variable that contains a secret', () => {
    const named = VARIABLES.filter((name) => /SECRET|PASSWORD|TOKEN|PIN$|_KEY$|^DATABASE.*URL$|^REDIS_URL$/.test(name));
    const others = ['CSC_TOKEN_URL', 'TLS_KEY', 'VAULT_TRANSIT_KEY'];
    expect([...SECRETS].sort()).toEqual([...named.filter((name) => !others.includes(name)), 'S3_ACCESS_KEY_ID'].sort());
  });

  it('reads the text of the file without one trailing newline', () => {
    const config = readConfig({
      EVIDENCE_SECRET_FILE: secretFile('evidence', `${SECRET}\n`),
      SECRETS_KEY_FILE: secretFile('key', ` ${SECRET} `),
      DATABASE_URL_FILE: secretFile('database', 'postgres://u:p@db/x\r\n'),
      REDIS_URL_FILE: secretFile('redis', 'redis://cache'),
      DATABASE_DIRECT_URL: 'postgres://u:p@direct/x',
    });
    expect(config).toMatchObject({
      evidenceSecret: SECRET,
      secretsKey: ` ${SECRET} `,
      databaseUrl: 'postgres://u:p@db/x',
      redisUrl: 'redis://cache',
    });
  });

  it('treats an empty variable as unset', () => {
    const file = secretFile('evidence', SECRET);
    expect(readConfig({ EVIDENCE_SECRET: '', EVIDENCE_SECRET_FILE: file }).evidenceSecret).toBe(SECRET);
    expect(readConfig({ EVIDENCE_SECRET: SECRET, EVIDENCE_SECRET_FILE: '' }).evidenceSecret).toBe(SECRET);
  });

  it('rejects a secret that is set twice, and a file that is missing, empty or invalid', () => {
    const [file, empty] = [secretFile('evidence', SECRET), secretFile('empty', '\n')];
    expect(problemsOf({ EVIDENCE_SECRET: SECRET, EVIDENCE_SECRET_FILE: file })).toEqual([
      'EVIDENCE_SECRET and EVIDENCE_SECRET_FILE are both set. Set only one of them',
    ]);
    expect(problemsOf({ SECRETS_KEY_FILE: '/nowhere/key', CSC_PIN_FILE: folder, TSA_PASSWORD_FILE: empty })).toEqual([
      `CSC_PIN_FILE cannot be read: ${folder} (EISDIR)`,
      `TSA_PASSWORD_FILE names an empty file: ${empty}`,
      'SECRETS_KEY_FILE cannot be read: /nowhere/key (ENOENT)',
    ]);
    const [random, long] = [secretFile('random', Buffer.alloc(48, 0xfe)), secretFile('long', 'x'.repeat(65_537))];
    expect(
      problemsOf({ EVIDENCE_SECRET_FILE: random, SECRETS_KEY_FILE: '/dev/zero', TSA_PASSWORD_FILE: long }),
    ).toEqual(
      expect.arrayContaining([
        `EVIDENCE_SECRET_FILE names a file that is not UTF-8 text (encode random bytes, for example with base64): ${random}`,
        'SECRETS_KEY_FILE names a file larger than 65536 bytes: /dev/zero',
        `TSA_PASSWORD_FILE names a file larger than 65536 bytes: ${long}`,
      ]),
    );
    // A missing file is not also reported as a missing variable, and the content of a file is not reported.
    expect(problemsOf({ DATABASE_URL_FILE: '/nowhere/url' }, true)).toEqual([
      'DATABASE_URL_FILE cannot be read: /nowhere/url (ENOENT)',
    ]);
    expect(problemsOf({ DATABASE_URL_FILE: secretFile('wrong', 'mysql://canary') })).toEqual([
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://',
    ]);
  });
});

it('has at most 80 variables besides those of the contract, of which few must or commonly are set', () => {
  const contract =
    'PORT HOST DATA_DIR ENVIRONMENT DATABASE_URL REDIS_URL PUBLIC_DAILY_LIMIT MAX_XML_BYTES VIES_URL PEPPOL_ZONE DNS_SERVERS SMP_ALLOW_INSECURE ITB_URL CHROMIUM_PATH SFTP_PORT LOG_LEVEL OTEL_EXPORTER_OTLP_ENDPOINT'.split(
      ' ',
    );
  expect(VARIABLES).toEqual(expect.arrayContaining(contract));
  expect(VARIABLES.length - contract.length).toBeLessThanOrEqual(80);
  const countIn = (name: string): number =>
    CONFIGURATION.filter(({ group }) => group === name).flatMap(({ variables }) => variables).length;
  expect(countIn('required')).toBeLessThanOrEqual(8);
  expect(countIn('common')).toBeLessThanOrEqual(26);
});

it('documents every variable once', () => {
  const named = CONFIGURATION.flatMap(({ variables }) => variables);
  expect([...named].sort()).toEqual([...VARIABLES].sort());
});

it('requires certificate and key together, and hosts without a scheme', () => {
  expect(() => readConfig({ TLS_CERT: '/tls/tls.crt' })).toThrow('TLS_KEY is required with TLS_CERT');
  expect(() => readConfig({ TLS_KEY: '/tls/tls.key' })).toThrow('TLS_CERT is required with TLS_KEY');
  expect(() => readConfig({ SITE_HOST: 'https://a.example' })).toThrow('SITE_HOST must be a host such as api.example');
});

it('reports incomplete combinations together with invalid values', () => {
  const problems = (variables: Record<string, string>): readonly string[] => {
    try {
      readConfig(variables);
    } catch (error) {
      return (error as ConfigProblems).problems;
    }
    return [];
  };
  const s3 = { ARTIFACT_STORE: 's3', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', SECRETS_KEY: 's'.repeat(32) };
  expect(problems({ ...s3, VALIDATION_SECONDS: 'x', PORT: '8080' })).toEqual([
    'VALIDATION_SECONDS must be a whole number from 1 to 600',
    'S3_BUCKET is required with ARTIFACT_STORE=s3',
  ]);
  // An invalid variable is not also reported as missing.
  expect(problems({ ...s3, S3_BUCKET: 'bucket', SECRETS_KEY: 'short' })).toHaveLength(1);
});

it('warns of a misspelled name when the intended variable is not set', () => {
  const warned = (variables: Record<string, string>): unknown[] => {
    const names: unknown[] = [];
    warnOfMisspelt(variables, {
      warn: ({ variable, meant }: Record<string, unknown>) => names.push([variable, meant]),
    } as never);
    return names;
  };
  expect(warned({ DATABSE_URL: 'x', EVIDENCE_SECRETS: 'x' })).toEqual([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['EVIDENCE_SECRETS', 'EVIDENCE_SECRET'],
  ]);
  expect(warned({ EVIDENCE_SECERT_FIL: 'x', TRUSTED_PROXYS: 'x', PUBLICURLS: 'x', KEY_RATES: 'x' })).toEqual([
    ['EVIDENCE_SECERT_FIL', 'EVIDENCE_SECRET_FILE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ]);
  expect(
    warned({ DATABSE_URL: 'x', DATABASE_URL: 'y', HOSTS: 'x', HTTP_PROXY: 'x', SMTP_HOST: 'x', REDIS_HOST: 'x' }),
  ).toEqual([]);
});
