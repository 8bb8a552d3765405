import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Finding of the test double's rules. */
export type DoubleFinding = {
  readonly level: 'error' | 'warning' | 'info';
  readonly rule: string;
  readonly text: string;
};

/** Fault of the next exchange. */
export type Trouble =
  | { readonly does: 'hang' | 'drop' | 'cut' | 'drip' }
  | { readonly does: 'status'; readonly status: number; readonly body?: string }
  | { readonly does: 'body'; readonly body: string };

/** External validators on a real socket: the Test Bed's REST API and Phorm's, with fault injection. */
export type ValidatorDouble = {
  readonly itbUrl: string;
  readonly phormUrl: string;
  readonly origin: string;
  /** All exchanges since the start. */
  readonly requests: { path: string; headers: IncomingMessage['headers']; body: string; xml: string }[];
  /** Findings for a document. */
  validate: (xml: string) => readonly DoubleFinding[];
  trouble: Trouble | null;
  readonly close: () => Promise<void>;
};

const TOKEN = 'a-token';
const MAX_BYTES = 20 * 1024 * 1024;

/** Starts the test double; Phorm calls need its token `a-token`. */
export async function startValidatorDouble(): Promise<ValidatorDouble> {
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: ValidatorDouble = {
    itbUrl: `${origin}/vitb/rest/invoice`,
    phormUrl: `${origin}/phorm`,
    origin,
    requests: [],
    validate: () => [],
    trouble: null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    const path = request.url ?? '';
    const isItb = path === '/vitb/rest/invoice/api/validate';
    const vesid = /^\/phorm\/api\/validate\/([^/]+)$/.exec(path)?.[1];
    if (request.method !== 'POST' || (!isItb && vesid === undefined)) return reply(response, 404, { error: 'unknown' });
    const xml = isItb ? xmlOf(body) : body;
    double.requests.push({ path, headers: request.headers, body, xml: xml ?? '' });
    if (double.trouble !== null) return misbehave(double.trouble, response);
    if (isItb) {
      if (xml === null) return reply(response, 500, { error: 'the content could not be read' });
      // The Test Bed returns XML by default.
      if (!request.headers.accept?.includes('application/json')) {
        response.writeHead(200, { 'content-type': 'application/xml' }).end('<TestStepReport/>');
        return;
      }
      return reply(response, 200, itbReport(double.validate(xml)));
    }
    if (request.headers['x-token'] !== TOKEN) return reply(response, 403, {});
    reply(response, 200, phiveReport(vesid!, double.validate(body)));
  };
  return double;
}

/** The Test Bed rejects content without a declared type. */
function xmlOf(body: string): string | null {
  const { contentToValidate, embeddingMethod, validationType } = JSON.parse(body) as Record<string, string>;
  if (embeddingMethod !== 'BASE64' || !['ubl', 'credit', 'cii'].includes(validationType ?? '')) return null;
  return Buffer.from(contentToValidate ?? '', 'base64').toString('utf8');
}

function itbReport(findings: readonly DoubleFinding[]): object {
  const of = (level: DoubleFinding['level']) =>
    findings
      .filter((finding) => finding.level === level)
      .map(({ rule, text }) => ({
        // Findings of the XML schema have no id.
        ...(rule !== '' && { assertionID: rule }),
        description: text,
        location: "/*:Invoice[namespace-uri()='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'][1]",
        test: 'true()',
      }));
  const [error, warning, info] = [of('error'), of('warning'), of('info')];
  return {
    date: '2026-11-21T12:00:00.000Z',
    result: error.length > 0 ? 'FAILURE' : warning.length > 0 ? 'WARNING' : 'SUCCESS',
    overview: { validationServiceName: 'Invoice validator', transactionID: 'ubl' },
    counters: { nrOfAssertions: info.length, nrOfErrors: error.length, nrOfWarnings: warning.length },
    ...(findings.length > 0 && {
      reports: {
        ...(error.length > 0 && { error }),
        ...(warning.length > 0 && { warning }),
        ...(info.length > 0 && { info }),
      },
    }),
  };
}

function phiveReport(vesid: string, findings: readonly DoubleFinding[]): object {
  const failed = findings.some(({ level }) => level === 'error');
  const items = findings.map(({ level, rule, text }) => ({
    errorLevel: { error: 'ERROR', warning: 'WARN', info: 'INFO' }[level],
    ...(rule !== '' && { errorID: rule }),
    errorFieldName: '/:Invoice[1]',
    errorText: text,
    test: 'true()',
  }));
  return {
    ves: { vesid: vesid.replace('latest-active', '2026.5'), name: 'rules', deprecated: false },
    success: !failed,
    interrupted: false,
    mostSevereErrorLevel: failed ? 'ERROR' : 'SUCCESS',
    results: [
      { success: 'TRUE', artifactType: 'xsd', artifactPath: 'UBL-Invoice-2.1.xsd', items: [] },
      { success: failed ? 'FALSE' : 'TRUE', artifactType: 'schematron-xslt', artifactPath: 'rules.xslt', items },
    ],
    durationMS: 12,
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function misbehave(trouble: Trouble, response: ServerResponse): void {
  switch (trouble.does) {
    case 'hang':
      return;
    case 'drop':
      response.destroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"result":');
      setTimeout(() => response.destroy(), 20);
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'status':
      response.writeHead(trouble.status, { 'content-type': 'application/json' }).end(trouble.body ?? '{}');
      return;
    case 'body':
      response.writeHead(200, { 'content-type': 'application/json' }).end(trouble.body);
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error('too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
