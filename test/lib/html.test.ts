import { expect, it } from 'vitest';
import { html } from '../../src/lib/html.ts';

it('escapes markup in values', () => {
  expect(html`<p title="${'"\''}">${'<b>&'}</p>`.text).toBe('<p title="&quot;&#39;">&lt;b&gt;&amp;</p>');
});

it('isolates bidirectional control characters in a value from the surrounding sentence and displays them', () => {
  expect(html`<p>unit „${'zz\u202eABC'}“ is unknown, ${'\u2067x\u2069'}</p>`.text).toBe(
    '<p>unit „zz\ufffdABC“ is unknown, \ufffdx\ufffd</p>',
  );
});
