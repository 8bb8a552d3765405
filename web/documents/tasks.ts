import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { fill } from '../../src/modules/result-view/index.ts';
import { decodeXml } from '../decode.ts';
import { download } from '../download.ts';
import type { InputFile } from '../file-input.ts';
import type { TASK_NAMES } from '../task-names.data.ts';
import { call, read, sendInvoice, session, taskNames, words } from './call.ts';
import { type Party, partyOf } from './parties.ts';

/** Outcome of a task: content to show, or the id of the created document. */
type Done = { readonly shown: Html } | { readonly document: string };

export type Task = keyof (typeof TASK_NAMES)['sk'];

const RUN: Readonly<Record<Task, (file: InputFile) => Promise<Done>>> = {
  evidence: (file) => evidence(file, 'zip'),
  report: (file) => evidence(file, 'pdf'),
  vat,
  peppol,
  tax,
  keep,
};

export const isTask = (text: string): text is Task => Object.hasOwn(RUN, text);

/** Sends an invoice to the service and runs a task on it. @throws ServiceRefused */
export const runTask = (task: Task, file: InputFile): Promise<Done> => RUN[task](file);

async function evidence(file: InputFile, format: 'zip' | 'pdf'): Promise<Done> {
  const kind = `application/${format}`;
  // The result must be that of the page, which validates CII.
  const path = `/api/validation-evidence?format=${format}&lang=${session.language}&cii=validate`;
  const response = await sendInvoice(path, file, { accept: kind });
  const name =
    /filename="([^"]{1,200})"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? `evidence.${format}`;
  download(name, kind, new Uint8Array(await response.arrayBuffer()));
  const { evidence: savedText, verify } = words();
  const page = session.language === 'en' ? '/en/verify/' : '/overit-dokaz/';
  const link = format === 'zip' ? html`<p><a href="${page}">${verify}</a></p>` : NO_HTML;
  return { shown: html`<p>${fill(savedText, { name })}</p>${link}` };
}

const partiesOf = ({ bytes }: InputFile): { readonly seller: Party; readonly buyer: Party } => {
  const xml = decodeXml(bytes);
  return { seller: partyOf(xml, 'seller'), buyer: partyOf(xml, 'buyer') };
};

type Verified = { readonly valid: boolean; readonly name: string | null; readonly source: string };

async function vat(file: InputFile): Promise<Done> {
  const { vatOf, noVat, valid, invalid, register, number, result, name } = words();
  const parties = partiesOf(file);
  const rows: Html[] = [];
  for (const role of ['seller', 'buyer'] as const) {
    const vatNumber = parties[role].vat;
    if (vatNumber === null) {
      rows.push(html`<tr><th scope="row">${vatOf[role]}</th><td colspan="4">${noVat}</td></tr>`);
      continue;
    }
    const found = await read<Verified>(`/v1/vat/verify?vat=${encodeURIComponent(vatNumber)}`);
    rows.push(
      html`<tr><th scope="row">${vatOf[role]}</th><td>${vatNumber}</td><td>${found.valid ? valid : invalid}</td><td>${found.name ?? '–'}</td><td>${found.source}</td></tr>`,
    );
  }
  return {
    shown: html`<div class="wide" tabindex="0" role="region" aria-label="${taskNames().vat}"><table><thead><tr><td></td><th scope="col">${number}</th><th scope="col">${result}</th><th scope="col">${name}</th><th scope="col">${register}</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  };
}

type Found = { readonly registered: boolean; readonly document_types: readonly unknown[] };

async function peppol(file: InputFile): Promise<Done> {
  const { noReceiver, inPeppol, notInPeppol } = words();
  const id = partiesOf(file).buyer.endpoint;
  if (id === null) return { shown: html`<p>${noReceiver}</p>` };
  const found = await read<Found>(`/api/peppol/participants/${encodeURIComponent(id)}`);
  const sentence = found.registered
    ? fill(inPeppol, { id, n: found.document_types.length })
    : fill(notInPeppol, { id });
  return { shown: html`<p>${sentence}</p>` };
}

type TaxData = {
  readonly missing: readonly string[];
  readonly kept: readonly {
    readonly path: string;
    readonly value: string;
    readonly name: Record<'sk' | 'en', string> | null;
  }[];
  readonly dropped: readonly unknown[];
};

async function tax(file: InputFile): Promise<Done> {
  const { taxNote, taxKept, taxDropped, taxMissing, field, value } = words();
  const taxTitle = taskNames().tax;
  const { missing, kept, dropped } = (await (await sendInvoice('/api/tax-data', file)).json()) as TaxData;
  const rows = kept.map(
    (each) =>
      html`<tr><th scope="row">${each.name?.[session.language] ?? each.path.replace(/^.*\//, '')}</th><td>${each.value}</td></tr>`,
  );
  return {
    shown: html`<p class="soft">${taxNote}</p>${missing.length === 0 ? NO_HTML : html`<p>${fill(taxMissing, { list: missing.join(', ') })}</p>`}
<h4>${fill(taxKept, { n: kept.length })}</h4><div class="wide fields" tabindex="0" role="region" aria-label="${taxTitle}"><table><thead><tr><th scope="col">${field}</th><th scope="col">${value}</th></tr></thead><tbody>${rows}</tbody></table></div><p>${fill(taxDropped, { n: dropped.length })}</p>`,
  };
}

/** Idempotency keys by task and file, for the lifetime of the page. */
const keys = new Map<string, string>();

/**
 * The same task on the same file reuses its idempotency key, so that a second click or a second selection of the file
 * creates no duplicate.
 */
async function keyOf(task: Task, { name, bytes }: InputFile): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  const vatNumber = JSON.stringify([task, session.key, name, ...digest]);
  const key = keys.get(vatNumber) ?? crypto.randomUUID();
  keys.set(vatNumber, key);
  return key;
}

async function keep(file: InputFile): Promise<Done> {
  const headers = { 'Idempotency-Key': await keyOf('keep', file) };
  const { id } = (await (await sendInvoice('/api/documents?cii=validate', file, { headers })).json()) as { id: string };
  return { document: id };
}

/** Creates a sandbox key, without authentication. @throws ServiceRefused */
export async function takeSandboxKey(): Promise<string> {
  return ((await (await call('/api/sandbox-keys', { method: 'POST' })).json()) as { key: string }).key;
}
