import type { Text } from '@e-invoice/validator/issues';
import { type Html, html } from '../../../lib/html.ts';
import { GUIDE_PATH, renderPage } from '../layout.ts';
import { makeBareCall, makeConfigurations } from './configurations.ts';
import { GUIDE_WORDS, TOOLS } from './guide-texts.data.ts';

/**
 * Renders the guide for connecting an assistant.
 *
 * @param origin URL of this service
 */
export function renderGuide(origin: string, language: keyof Text): string {
  const words = GUIDE_WORDS[language];
  const endpoint = `${origin}/api/mcp`;
  return renderPage({
    language,
    path: GUIDE_PATH,
    title: words.title,
    found: { origin, description: words.lead },
    body: html`<p class="lead">${words.lead}</p>
<h2>${words.address}</h2>
<pre class="copy" tabindex="0" role="region" aria-label="${words.address}" translate="no"><code>${endpoint}</code></pre>
<p>${ticked(words.addressText)}</p>
<h2>${words.setup}</h2>
<p>${ticked(words.setupText)}</p>
${makeConfigurations(endpoint).map(
  ({ client, file, text }) => html`<h3>${client}: <code translate="no">${file}</code></h3>
<pre class="copy" tabindex="0" role="region" aria-label="${client}" translate="no"><code>${text}</code></pre>
`,
)}<h2>${words.bare}</h2>
<p>${words.bareText}</p>
<pre class="copy" tabindex="0" role="region" aria-label="curl" translate="no"><code>${makeBareCall(endpoint)}</code></pre>
<h2>${words.tools}</h2>
<dl>${TOOLS.map(
      ({ name, takes, does, key }) => html`<dt><code translate="no">${name}</code></dt>
<dd>${does[language]}</dd>
<dd class="soft">${words.takes}: <code translate="no">${takes}</code> · ${words.key}: ${key[language]}</dd>
`,
    )}</dl>
<h2>${words.more}</h2>
${words.moreText.map((text) => html`<p>${ticked(text)}</p>\n`)}<h2>${words.errors}</h2>
<ul>${words.errorsText.map((text) => html`<li>${ticked(text)}</li>\n`)}</ul>
<h2>${words.privacy}</h2>
<p>${words.privacyText}</p>`,
  });
}

/** Marks the parts of a text between backticks as code. */
const ticked = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code translate="no">${part}</code>` : html`${part}`))}`;
