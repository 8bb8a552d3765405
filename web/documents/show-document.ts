import { type Html, html, NO_HTML } from '../../src/lib/html.ts';
import { own } from '../../src/lib/own-property.ts';
import { toLine } from '../../src/lib/sanitize-inline.ts';
import { fill } from '../../src/modules/result-view/index.ts';
import { part, show } from '../dom.ts';
import { download } from '../download.ts';
import { call, read, ServiceRefused, sendJson, session, words } from './call.ts';
import { askFirst } from './confirm-inline.ts';
import { followEvents } from './follow-events.ts';
import type { TimelineEvent } from './read-stream.ts';
import { describeStatus, formatTime, type ShownDocument } from './show-list.ts';

type Partner = { readonly id: string; readonly name: string; readonly sending_enabled: boolean };
type Artifact = { readonly name: string; readonly media_type: string; readonly href: string };

type Preflight = {
  readonly verdict: string;
  readonly checks: readonly {
    readonly outcome: string;
    readonly title: Record<'sk' | 'en', string>;
    readonly detail: Record<'sk' | 'en', string>;
  }[];
};

type Acts = {
  readonly back: () => void;
  /** Runs a task and shows an error if it fails. */
  readonly work: (what: () => Promise<void>) => Promise<void>;
  /** Called when the document is shown; the timeline continues to update. */
  readonly onShown: () => void;
};

/** Shows a document and follows its timeline until the signal aborts. @throws ServiceRefused */
export async function showDocument(place: HTMLElement, id: string, acts: Acts, signal: AbortSignal): Promise<void> {
  const path = `/api/documents/${id}`;
  const { backToList, timeline, artifacts, lost } = words();
  const found = await read<ShownDocument>(path);
  if (signal.aborted) return;
  show(
    place,
    html`<p><button type="button" class="link" data-back>${backToList}</button></p><h2 id="work-heading" tabindex="-1">${toLine(found.filename)}</h2><div id="state"></div><div id="looked"></div><h3>${timeline}</h3><p id="lost" class="soft" role="status" hidden>${lost}</p><ol id="timeline" class="timeline" tabindex="-1"></ol><h3>${artifacts}</h3><div id="artifacts"></div>`,
  );
  place.querySelector('[data-back]')?.addEventListener('click', acts.back);
  acts.onShown();
  const partners = await read<{ partners: Partner[] }>('/api/partners').then(
    (responseBody) => responseBody.partners,
    // Only administrators can list partners.
    () => [],
  );
  const refresh = async (): Promise<void> => {
    const [now, outputs] = await Promise.all([
      read<ShownDocument>(path),
      read<{ artifacts: Artifact[] }>(`${path}/artifacts`),
    ]);
    if (signal.aborted) return;
    showState(now, partners, acts, path);
    showArtifacts(outputs.artifacts, acts);
  };
  const seen: TimelineEvent[] = [];
  const onConnected = (isConnected: boolean): void => {
    if (!signal.aborted) part('lost').hidden = isConnected;
  };
  for await (const event of followEvents(`${path}/events`, onConnected, signal)) {
    if (signal.aborted) return;
    seen.push(event);
    show(part('timeline'), html`${seen.map(eventOf)}`);
    part('announcement').textContent = describeEvent(event);
    // A failed refresh is caught up by the next event or the next refresh.
    await refresh().catch((error: unknown) => {
      if (!(error instanceof ServiceRefused) || error.status === 401) throw error;
    });
  }
}

const describeEvent = ({ type }: TimelineEvent): string => own(words().events, type) ?? type;

const eventOf = (event: TimelineEvent): Html =>
  html`<li><time datetime="${event.at}">${formatTime(event.at)}</time>${describeEvent(event)}</li>`;

/** The explanation, followed by the original message of the partner. */
const describeReason = ({
  detail,
  said = null,
}: {
  detail: Record<'sk' | 'en', string>;
  said?: string | null;
}): string => (said === null ? detail[session.language] : `${detail[session.language]} (${said})`);

function showState(found: ShownDocument, partners: readonly Partner[], { work }: Acts, path: string): void {
  const { status, preflight, partner, noPartner, prepare, send, sure, yes } = words();
  const { unknownNote, sendAgain, hasIt, hasItNot, sureHasIt, sureHasItNot, reference, record } = words();
  const { preparation } = found;
  const reason = found.error ?? preparation?.error ?? found.send?.error ?? null;
  const isHeld = found.status === 'send_prepared' && found.send !== null;
  const canPrepare =
    found.ruleset?.coverage !== 'asked' &&
    (isHeld || ['validated', 'send_failed', 'send_refused'].includes(found.status));
  const canSend = found.status === 'send_prepared' && preparation !== null;
  const choice =
    partners.length === 0
      ? html`<p class="soft">${noPartner}</p>`
      : html`<div class="key-form"><label>${partner}<select id="partner">${partners.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label><button type="button" class="button" data-prepare>${prepare}</button></div>`;
  const unknown =
    found.status === 'send_unknown'
      ? html`<p class="soft">${unknownNote}</p><div class="deeds"><button type="button" class="button quiet" data-again>${sendAgain}</button><button type="button" class="button quiet" data-has-it>${hasIt}</button><button type="button" class="button quiet" data-has-it-not>${hasItNot}</button></div>`
      : NO_HTML;
  const place = part('state');
  const now = JSON.stringify([found.status, reason, preparation, found.send?.id]);
  // Unchanged content is not rendered again: the user may be answering a confirmation or choosing a partner.
  if (place.dataset.shown === now) return;
  place.dataset.shown = now;
  const chosen = place.querySelector<HTMLSelectElement>('#partner')?.value;
  const hadFocus = place.contains(document.activeElement);
  show(
    place,
    html`<p id="state-now" tabindex="-1">${status}: <b>${describeStatus(found)}</b>${reason === null ? NO_HTML : html` – ${describeReason(reason)}`}</p>
<div class="deeds"><button type="button" class="button quiet" data-preflight>${preflight}</button>${canSend ? html`<button type="button" class="button" data-send>${send}</button>` : NO_HTML}</div>${unknown}${canPrepare ? choice : NO_HTML}`,
  );
  const select = place.querySelector<HTMLSelectElement>('#partner');
  if (select !== null && partners.some(({ id }) => id === chosen)) select.value = chosen!;
  if (hadFocus) part('state-now').focus();
  const on = (name: string, act: (button: HTMLButtonElement) => void): void => {
    const button = place.querySelector<HTMLButtonElement>(`[data-${name}]`);
    button?.addEventListener('click', () => act(button));
  };
  on('preflight', () => {
    const by = place.querySelector<HTMLSelectElement>('#partner')?.value ?? preparation?.partner;
    // The partner of the preparation may have been removed since.
    void work(() => showPreflight(path, partners.some(({ id }) => id === by) ? by : undefined));
  });
  /**
   * Disables the button until the service responds, so that it is not pressed twice. Afterwards the status shows the
   * outcome.
   */
  const dispatch = (button: HTMLButtonElement, to: string, body?: object): void => {
    button.disabled = true;
    const sent = () => (body === undefined ? call(path + to, { method: 'POST' }) : sendJson(path + to, body));
    void work(() => sent().then(() => undefined)).finally(() => {
      button.disabled = false;
    });
  };
  on('prepare', (button) => {
    dispatch(button, '/send-preparations', { partner: part<HTMLSelectElement>('partner').value });
  });
  on('send', (button) => {
    if (preparation === null) return;
    const name = partners.find(({ id }) => id === preparation.partner)?.name ?? preparation.partner;
    askFirst(button, { question: fill(sure, { name }), yes }, () => {
      dispatch(button, '/sends', { preparation: preparation.id, partner: preparation.partner });
    });
  });
  on('again', (button) => dispatch(button, '/retry'));
  on('has-it', (button) => {
    const more = html`<label>${reference}<input name="reference" maxlength="200" autocomplete="off"></label>`;
    askFirst(button, { question: sureHasIt, yes: record, more }, (filled) => {
      const named = String(filled.get('reference') ?? '').trim();
      const finding = { send: found.send?.id, arrived: true, ...(named !== '' && { reference: named }) };
      dispatch(button, '/send-settlement', finding);
    });
  });
  on('has-it-not', (button) => {
    askFirst(button, { question: sureHasItNot, yes: record }, () => {
      dispatch(button, '/send-settlement', { send: found.send?.id, arrived: false });
    });
  });
}

/** @param partner the partner to send through; its connection is tested */
async function showPreflight(path: string, partner: string | undefined): Promise<void> {
  const { verdicts, outcomes } = words();
  const preflightPath = `${path}/preflight${partner === undefined ? '' : `?partner=${encodeURIComponent(partner)}`}`;
  const { verdict, checks } = (await (await call(preflightPath, { method: 'POST' })).json()) as Preflight;
  const tones = new Map([
    ['pass', 'good'],
    ['warn', 'warning'],
    ['fail', 'fatal'],
  ]);
  const { language } = session;
  const label = own(verdicts, verdict) ?? verdict;
  show(
    part('looked'),
    html`<h3 id="looked-heading" tabindex="-1">${label}</h3><ul>${checks.map(
      ({ outcome, title, detail }) =>
        html`<li><span class="mark ${tones.get(outcome) ?? ''}">${own(outcomes, outcome) ?? outcome}</span> <b>${title[language]}</b> ${detail[language]}</li>`,
    )}</ul>`,
  );
  part('looked-heading').focus();
  part('announcement').textContent = label;
}

function showArtifacts(artifacts: readonly Artifact[], { work }: Acts): void {
  const place = part('artifacts');
  show(
    place,
    artifacts.length === 0
      ? html`<p>${words().noArtifacts}</p>`
      : html`<div class="deeds">${artifacts.map(({ name }) => html`<button type="button" class="button quiet" data-artifact="${name}">${name}</button>`)}</div>`,
  );
  for (const button of place.querySelectorAll<HTMLElement>('[data-artifact]')) {
    const found = artifacts.find(({ name }) => name === button.dataset.artifact);
    if (found === undefined) continue;
    button.addEventListener('click', () => {
      void work(async () => {
        const response = await call(found.href, { accept: '*/*' });
        download(found.name, found.media_type, new Uint8Array(await response.arrayBuffer()));
      });
    });
  }
}
