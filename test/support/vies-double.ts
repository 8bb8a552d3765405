import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SourceFault } from '../../src/modules/vat/index.ts';
import { readVatNumber } from '../../src/modules/vat/number.ts';
import { answerInSandbox } from '../../src/modules/vat/sandbox.ts';
import type { VatQuery } from '../../src/modules/vat/source.ts';

/** Fault of the next exchanges. */
export type Trouble =
  | { readonly does: 'code'; readonly code: string }
  | { readonly does: 'status'; readonly status: number; readonly body: string; readonly type: string }
  | { readonly does: 'hang' }
  | { readonly does: 'drip' }
  | { readonly does: 'cut' }
  | { readonly does: 'drop' }
  | { readonly does: 'lie'; readonly about: string };

export type ViesDouble = {
  readonly restUrl: string;
  readonly soapUrl: string;
  /** All exchanges since the start: channel, state and number. */
  readonly requests: { channel: 'rest' | 'soap'; country: string; number: string; body: string }[];
  /**
   * Maximum number of concurrent exchanges, by channel and state; an exchange ends with its response or with the
   * caller's disconnect.
   */
  readonly peaks: Map<string, number>;
  /** Response delay in milliseconds. */
  latency: () => number;
  /** Fault for a channel and state, or null. */
  trouble: (channel: 'rest' | 'soap', country: string) => Trouble | null;
  readonly close: () => Promise<void>;
};

const TYPES = 'urn:ec.europa.eu:taxud:vies:services:checkVat:types';
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** VIES on a real socket: REST and SOAP with its test numbers and codes, and all observed faults. */
export async function startViesDouble(): Promise<ViesDouble> {
  const open = new Map<string, number>();
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  // Closing a connection while a slow machine writes to it would be an unintended fault.
  server.keepAliveTimeout = 60_000;
  const double: ViesDouble = {
    restUrl: '',
    soapUrl: '',
    requests: [],
    peaks: new Map(),
    latency: () => 0,
    trouble: () => null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readText(request);
    const channel =
      request.url === '/rest-api/check-vat-number'
        ? 'rest'
        : request.url === '/services/checkVatService'
          ? 'soap'
          : null;
    if (channel === null || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const query = channel === 'rest' ? readRest(body) : readSoap(body);
    const { country, number } = query.number;
    double.requests.push({ channel, country, number, body });
    const key = `${channel} ${country}`;
    open.set(key, (open.get(key) ?? 0) + 1);
    double.peaks.set(key, Math.max(double.peaks.get(key) ?? 0, open.get(key)!));
    const end = (): void => {
      open.set(key, open.get(key)! - 1);
    };
    await new Promise((done) => setTimeout(done, double.latency()));
    const trouble = double.trouble(channel, country);
    if (trouble !== null) {
      if (response.destroyed) end();
      else response.once('close', end);
      return misbehave(trouble, channel, query, response);
    }
    end();
    send(channel, query, response);
  };

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(double, { restUrl: `${base}/rest-api`, soapUrl: `${base}/services/checkVatService` });
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function toQuery(country: string, number: string, requester: string | null, named: boolean): VatQuery {
  const read = readVatNumber(`${country}${number}`);
  const asker = requester === null ? null : readVatNumber(requester);
  if (!read.ok) throw new Error('the double received an invalid number');
  return { number: read.number, requester: asker?.ok ? asker.number : null, trader: named ? {} : null };
}

function readRest(body: string): VatQuery {
  const query = JSON.parse(body) as Record<string, string | undefined>;
  const requester =
    query.requesterNumber === undefined ? null : `${query.requesterMemberStateCode}${query.requesterNumber}`;
  return toQuery(query.countryCode!, query.vatNumber!, requester, query.traderName !== undefined);
}

function readSoap(body: string): VatQuery {
  const field = (name: string): string | undefined => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1];
  const requester =
    field('requesterVatNumber') === undefined ? null : `${field('requesterCountryCode')}${field('requesterVatNumber')}`;
  return toQuery(field('countryCode')!, field('vatNumber')!, requester, field('traderName') !== undefined);
}

function send(channel: 'rest' | 'soap', query: VatQuery, response: ServerResponse): void {
  try {
    const { valid, name, address, requestDate, consultationNumber } = answerInSandbox(query, '2026-11-21');
    const { country, number } = query.number;
    if (channel === 'rest') {
      const match = query.trader === null ? {} : { traderNameMatch: 'VALID', traderCityMatch: 'NOT_PROCESSED' };
      const answer = {
        countryCode: country,
        vatNumber: number,
        requestDate,
        valid,
        requestIdentifier: consultationNumber ?? '',
      };
      json(response, 200, { ...answer, name: name ?? '---', address: address ?? '---', ...match });
      return;
    }
    const approx = query.requester !== null || query.trader !== null;
    const [root, named, placed] = approx
      ? ['checkVatApproxResponse', 'traderName', 'traderAddress']
      : ['checkVatResponse', 'name', 'address'];
    soap(
      response,
      200,
      `<ns2:${root} xmlns:ns2="${TYPES}"><ns2:countryCode>${country}</ns2:countryCode><ns2:vatNumber>${number}</ns2:vatNumber>` +
        `<ns2:requestDate>2026-11-21+01:00</ns2:requestDate><ns2:valid>${valid}</ns2:valid><ns2:${named}>${name ?? '---'}</ns2:${named}>` +
        `<ns2:${placed}>${address ?? '---'}</ns2:${placed}>${query.trader === null ? '' : '<ns2:traderNameMatch>1</ns2:traderNameMatch>'}` +
        `<ns2:requestIdentifier>${consultationNumber ?? ''}</ns2:requestIdentifier></ns2:${root}>`,
    );
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    refuse(channel, error.code!, response);
  }
}

function refuse(channel: 'rest' | 'soap', code: string, response: ServerResponse): void {
  if (channel === 'rest') json(response, 200, { actionSucceed: false, errorWrappers: [{ error: code }] });
  else soap(response, 500, `<s:Fault><faultcode>s:Server</faultcode><faultstring>${code}</faultstring></s:Fault>`);
}

function misbehave(trouble: Trouble, channel: 'rest' | 'soap', query: VatQuery, response: ServerResponse): void {
  switch (trouble.does) {
    case 'code':
      refuse(channel, trouble.code, response);
      return;
    case 'status':
      response.writeHead(trouble.status, { 'content-type': trouble.type }).end(trouble.body);
      return;
    case 'hang':
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'cut':
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        .write('{"countryCode":"SK","val');
      setTimeout(() => response.destroy(), 10);
      return;
    case 'drop':
      response.destroy();
      return;
    case 'lie': {
      const read = readVatNumber(trouble.about);
      if (read.ok) send(channel, { ...query, number: read.number }, response);
    }
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function soap(response: ServerResponse, status: number, body: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}"><s:Body>${body}</s:Body></s:Envelope>`;
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
}
