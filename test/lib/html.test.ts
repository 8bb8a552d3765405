import { expect, it } from 'vitest';
import { html } from '../../src/lib/html.ts';

it('values are text, whatever markup they have', () => {
  expect(html`<p title="${'"\''}">${'<b>&'}</p>`.text).toBe('<p title="&quot;&#39;">&lt;b&gt;&amp;</p>');
});

it('a value that turns the direction of writing leaves the sentence around it as it is, and is seen', () => {
  expect(html`<p>unit „${'zz\u202eABC'}“ is unknown, ${'\u2067x\u2069'}</p>`.text).toBe(
    '<p>unit „zz\ufffdABC“ is unknown, \ufffdx\ufffd</p>',
  );
});
