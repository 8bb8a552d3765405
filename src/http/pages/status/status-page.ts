import type { Text } from '@e-invoice/validator/issues';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { fill, formatDate, formatNumber } from '../../../modules/result-view/index.ts';
import { renderPage } from '../layout.ts';
import { STATUS_WORDS } from './status-texts.data.ts';

type Language = keyof Text;

export const STATUS_PATH = '/status';

type State = 'available' | 'degraded' | 'unavailable' | 'unknown';

type Counts = { readonly asked: number; readonly answered: number };

/** Content of the status page: plain values without secrets. */
export type StatusShown = {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Names of the dependencies that do not respond. */
  readonly failing: readonly string[];
  readonly periods: readonly (Counts & {
    readonly hours: number;
    readonly p95_ms: number | null;
    readonly since: string | null;
    readonly states: readonly (Counts & { readonly country_code: string })[];
  })[];
  readonly states: readonly { readonly country_code: string; readonly status: State }[];
  /** True when the sandbox responds instead of the real registers. */
  readonly isSandbox: boolean;
  readonly peppol: { readonly network: string; readonly answeredAt: Date | null };
  readonly publicUrl: string | null;
  /** URL of the service. */
  readonly origin: string;
  readonly dataLocation: string | null;
};

/** Renders the status page from measured values. Pure. */
export function renderStatus(shown: StatusShown, language: Language): string {
  const words = STATUS_WORDS[language];
  const { failing, now } = shown;
  const state =
    failing.length === 0
      ? html`<b>${words.works}</b>`
      : html`<b>${words.fails}</b> ${failing.map((name, index) => html`${index === 0 ? '' : ', '}<code translate="no">${name}</code>`)}.`;
  return renderPage({
    language,
    path: STATUS_PATH,
    title: words.title,
    found: { origin: shown.origin, description: words.description },
    body: html`<p class="state${failing.length === 0 ? '' : ' fails'}"><span>${state}</span></p><p class="soft">${fill(words.at, { time: formatTime(new Date(now), language) })}</p>
${vatOf(shown, language)}
<h2>${words.peppol}</h2><p>${peppolOf(shown, language)}</p>
<h2>${words.partners}</h2><p>${words.partnersText}</p>
<h2>${words.data}</h2><p>${tlsOf(shown.publicUrl, language)}</p><p>${shown.dataLocation === null ? words.noLocation : fill(words.location, { place: shown.dataLocation })}</p>`,
  });
}

function vatOf({ periods, states, isSandbox }: StatusShown, language: Language): Html {
  const words = STATUS_WORDS[language];
  const [day, month] = periods;
  const row = (period: (typeof periods)[number]): Html =>
    html`<tr><th scope="row">${period.hours === 24 ? words.day : words.month}</th><td>${formatNumber(String(period.asked), language)}</td><td>${formatShare(period, language)}</td><td>${period.p95_ms === null ? '–' : formatDuration(period.p95_ms, language)}</td></tr>`;
  const of = (code: string, period: typeof day): string =>
    formatShare(
      period?.states.find(({ country_code }) => country_code === code) ?? { asked: 0, answered: 0 },
      language,
    );
  const since = month?.since ?? null;
  const isAsked = (code: string): boolean =>
    periods.some((period) =>
      period.states.some(({ country_code, asked: queried }) => country_code === code && queried > 0),
    );
  const queried = states.filter(({ country_code, status }) => status !== 'unknown' || isAsked(country_code));
  const silent = states.filter((state) => !queried.includes(state));
  const table = html`<div class="wide" tabindex="0" role="region" aria-label="${words.states}"><table><thead><tr><th scope="col">${words.state}</th><th scope="col">${words.now}</th><th scope="col">${words.dayShort}</th><th scope="col">${words.monthShort}</th></tr></thead><tbody>${queried.map(
    ({ country_code: code, status }) =>
      html`<tr><th scope="row">${nameOf(code, language)} <small translate="no">${code}</small></th><td>${mark(status, words.of[status])}</td><td>${of(code, day)}</td><td>${of(code, month)}</td></tr>`,
  )}</tbody></table></div>`;
  return html`<h2>${words.vat}</h2><p>${words.measured}</p>${isSandbox ? html`<p>${words.sandbox}</p>` : NO_HTML}
<div class="wide" tabindex="0" role="region" aria-label="${words.vat}"><table><thead><tr><th scope="col">${words.period}</th><th scope="col">${words.queries}</th><th scope="col">${words.available}</th><th scope="col">${words.p95}</th></tr></thead><tbody>${periods.map(row)}</tbody></table></div>
${since === null ? NO_HTML : html`<p class="soft">${fill(words.since, { day: formatDate(since.slice(0, 10), language) })}</p>`}
<h3>${words.states}</h3>${queried.length === 0 ? NO_HTML : table}${silent.length === 0 ? NO_HTML : html`<p class="soft">${words.notAsked} ${silent.map(({ country_code: code }, index) => html`${index === 0 ? '' : ', '}${nameOf(code, language)} <small translate="no">${code}</small>`)}.</p>`}`;
}

const TONES: Readonly<Record<State, string>> = {
  available: ' good',
  degraded: ' warning',
  unavailable: ' fatal',
  unknown: '',
};

const mark = (status: State, label: string): Html =>
  status === 'unknown'
    ? html`<span class="soft">${label}</span>`
    : html`<span class="mark${TONES[status]}">${label}</span>`;

function peppolOf({ peppol: { network, answeredAt } }: StatusShown, language: Language): Html {
  const words = STATUS_WORDS[language];
  if (network === 'sandbox') return html`${words.noNetwork}`;
  const last = answeredAt === null ? words.silent : fill(words.answered, { time: formatTime(answeredAt, language) });
  return html`${fill(words.network, { network })} ${last}`;
}

function tlsOf(publicUrl: string | null, language: Language): string {
  const words = STATUS_WORDS[language];
  if (publicUrl === null) return words.noOrigin;
  return fill(publicUrl.startsWith('https:') ? words.tls : words.noTls, { origin: publicUrl });
}

/** Rounds down: a service with a failure must not show 100 %. */
function formatShare({ asked: queried, answered }: Counts, language: Language): string {
  if (queried === 0) return '–';
  const hundredths = Math.floor((answered * 10_000) / queried);
  return `${formatNumber(String(hundredths / 100), language)}\u00a0%`;
}

function formatDuration(milliseconds: number, language: Language): string {
  const { seconds, milliseconds: short } = STATUS_WORDS[language];
  return milliseconds < 1_000
    ? fill(short, { n: milliseconds })
    : fill(seconds, { n: formatNumber(String(milliseconds / 1_000), language) });
}

function formatTime(time: Date, language: Language): string {
  const text = time.toISOString();
  return `${formatDate(text.slice(0, 10), language)} ${text.slice(11, 16)}`;
}

/** VIES codes: Greece is EL, Northern Ireland XI. */
function nameOf(code: string, language: Language): string {
  if (code === 'XI') return STATUS_WORDS[language].northernIreland;
  return new Intl.DisplayNames([language], { type: 'region' }).of(code === 'EL' ? 'GR' : code) ?? code;
}
