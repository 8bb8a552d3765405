import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Readonly<Record<string, string | null>>;

/** Fault of the test double. */
export type RegisterTrouble =
  | { readonly does: 'status'; readonly status: number; readonly body: string }
  | { readonly does: 'hang' }
  | { readonly does: 'drip' }
  | { readonly does: 'drop' };

export type SlovakRegisterDouble = {
  readonly url: string;
  readonly key: string;
  readonly lists: Record<'ds_dphs' | 'ds_dphz' | 'ds_dphv' | 'ds_dph_iban', Row[]>;
  /** Paths with queries, in order. */
  readonly requests: string[];
  /** Response without hits: an empty page, or 404. */
  noHit: 'empty' | '404';
  itemsPerPage: number;
  trouble: (path: string) => RegisterTrouble | null;
  readonly close: () => Promise<void>;
};

/** Default contents of the lists. */
export const REGISTER_ROWS: SlovakRegisterDouble['lists'] = {
  ds_dphs: [
    {
      ic_dph: 'SK2020317068',
      ico: '31333532',
      nazov_ds: 'Vzorka, s. r. o.',
      obec: 'Bratislava',
      psc: '85101',
      ulica_cislo: 'Vzorová 24',
      stat: 'Slovensko',
      druh_reg_dph: '§4',
      datum_reg: '11.10.2000',
      datum_zmeny_druhu_reg: null,
    },
    { ic_dph: 'SK2022988022', nazov_ds: 'Iba nadobúda', obec: 'Nitra', druh_reg_dph: '§7', datum_reg: '1.2.2015' },
    { ic_dph: 'SK2020270604', nazov_ds: 'Iba služby', obec: 'Žilina', druh_reg_dph: '§7a', datum_reg: '03.04.2016' },
  ],
  ds_dphz: [{ ic_dph: 'SK2020317068', nazov: 'Vzorka', rok_porusenia: '2019', dat_zverejnenia: '05.03.2020' }],
  ds_dphv: [
    {
      ic_dph: 'SK2023674466',
      nazov: 'Bývalá',
      adresa: 'Stará 1',
      obec: 'Martin',
      psc: '03601',
      dat_vymazu: '31.12.2021',
    },
  ],
  ds_dph_iban: [
    { ic_dph: 'SK2020317068', iban: 'SK31 1200 0000 1987 4263 7541' },
    { ic_dph: 'SK2020317068', iban: 'SK0809000000000123123123' },
  ],
};

/**
 * Simulated open data API of the Slovak Financial Administration on a real socket, with its peculiarities and faults.
 */
export async function startSlovakRegisterDouble(): Promise<SlovakRegisterDouble> {
  const server = createServer((request, response) => respond(request.url!, request.headers.key, response));
  const double: SlovakRegisterDouble = {
    url: '',
    key: 'operator-key',
    lists: structuredClone(REGISTER_ROWS),
    requests: [],
    noHit: 'empty',
    itemsPerPage: 1000,
    trouble: () => null,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  const respond = (path: string, key: unknown, response: ServerResponse): void => {
    double.requests.push(path);
    const trouble = double.trouble(path);
    if (trouble !== null) misbehave(trouble, response);
    else if (key !== double.key) json(response, 401, { message: 'Unauthorized' });
    else {
      const record = look(double, new URL(path, 'http://double'));
      json(response, record === null ? 404 : 200, record ?? { message: 'Not found' });
    }
  };

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(double, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` });
}

/** Response for a path; null: not found. */
function look({ lists, noHit, itemsPerPage }: SlovakRegisterDouble, url: URL): unknown {
  const [, kind, name, search] = /^\/api\/(lists|data)\/([a-z_]+)(\/search)?$/.exec(url.pathname) ?? [];
  const rows = lists[name as 'ds_dphs'];
  if (kind === undefined || rows === undefined || (kind === 'data') !== (search !== undefined)) return null;
  // Documented as an array, but sent as a string.
  if (kind === 'lists') return { slug: name, name, searchable: 'ic_dph, ico' };
  const value = url.searchParams.get('search')!;
  const found = rows.filter((row) => row[url.searchParams.get('column')!]?.includes(value));
  if (found.length === 0 && noHit === '404') return null;
  const page = Number(url.searchParams.get('page'));
  const start = (page - 1) * itemsPerPage;
  return {
    page,
    pages: Math.max(1, Math.ceil(found.length / itemsPerPage)),
    itemsCount: found.length,
    itemsPerPage,
    data: found.slice(start, start + itemsPerPage),
  };
}

function misbehave(trouble: RegisterTrouble, response: ServerResponse): void {
  switch (trouble.does) {
    case 'status':
      response.writeHead(trouble.status, { 'content-type': 'application/json' }).end(trouble.body);
      return;
    case 'hang':
      return;
    case 'drip': {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
      return;
    }
    case 'drop':
      response.destroy();
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
