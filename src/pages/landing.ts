import type { Text } from '@e-invoice/validator/issues';
import { html } from '../lib/html.ts';
import { GUIDE_PATH, RULES_PATH, renderPage } from './layout.ts';

const WORDS = {
  sk: {
    title: 'Služba e-faktúr',
    lead: 'Overuje elektronické faktúry (UBL, EN 16931, Peppol BIS, slovenská vrstva) a sleduje ich životný cyklus.',
    first: 'Prvé volanie',
    confidential:
      'Bez kľúča neposielajte dôverné faktúry: volania bez kľúča majú spoločný pracovný priestor a denný limit. Kľúč s vlastným priestorom na 24 hodín dostanete v testovacom prostredí hneď a bez registrácie, v produkčnom od prevádzkovateľa:',
    more: 'Všetky adresy, vstupy a odpovede opisuje',
    rulesets: 'Nainštalované sady pravidiel',
    rules: 'Chyby faktúr a čo s nimi',
    guide: 'Pripojenie asistenta (MCP)',
  },
  en: {
    title: 'E-invoice service',
    lead: 'Validates electronic invoices (UBL, EN 16931, Peppol BIS, Slovak layer) and follows their life cycle.',
    first: 'First call',
    confidential:
      'Do not send confidential invoices without a key: calls without one share a workspace and a daily limit. In the sandbox you get a key with a workspace of its own for 24 hours, at once and without registration; in production the operator gives it:',
    more: 'Every address, input and answer is described by',
    rulesets: 'Installed rule sets',
    rules: 'Invoice errors and how to fix them',
    guide: 'Connect an assistant (MCP)',
  },
} as const;

/** The front page. `origin` is the service's own address as the caller sees it. */
export function renderLanding(origin: string, language: keyof Text): string {
  const words = WORDS[language];
  return renderPage({
    language,
    path: '/',
    title: words.title,
    body: html`<p class="lead">${words.lead}</p>
<ul>
<li><a href="${RULES_PATH[language]}">${words.rules}</a></li>
<li><a href="${GUIDE_PATH[language]}">${words.guide}</a></li>
<li><a href="/api/rulesets">${words.rulesets}</a></li>
</ul>
<h2>${words.first}</h2>
<pre><code>curl -H 'Content-Type: application/xml' --data-binary @invoice.xml ${origin}/api/validate-file</code></pre>
<p>${words.confidential}</p>
<pre><code>curl -X POST ${origin}/api/sandbox-keys</code></pre>
<p>${words.more} <a href="/api/openapi.json"><code>/api/openapi.json</code></a>.</p>`,
  });
}
