import { createHash } from 'node:crypto';
import type { Text } from '../issues/index.ts';
import { Html, html } from '../lib/html.ts';

const STYLE = `
:root { color-scheme: light dark; font: 100%/1.6 system-ui, sans-serif; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
header, footer { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; justify-content: space-between; }
footer { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem; }
pre { overflow-x: auto; border: 1px solid; border-radius: 0.3rem; padding: 0.75rem; }
code { font-family: ui-monospace, monospace; }
dt { font-weight: 600; margin-top: 0.75rem; }
dd { margin: 0; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
`;

/** A page is text and one style: nothing is loaded, nothing runs. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Language',
};

export type Page = {
  readonly language: keyof Text;
  readonly path: string;
  readonly title: string;
  readonly body: Html;
};

const CHROME = {
  sk: {
    home: 'Služba e-faktúr',
    other: 'In English',
    otherCode: 'en',
    contract: 'Opis API (OpenAPI)',
    errors: 'Chybové kódy',
  },
  en: {
    home: 'E-invoice service',
    other: 'Po slovensky',
    otherCode: 'sk',
    contract: 'API contract (OpenAPI)',
    errors: 'Error codes',
  },
} as const;

/** The whole document around a page's own content. */
export function renderPage({ language, path, title, body }: Page): string {
  const text = CHROME[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header><a href="/?lang=${language}">${text.home}</a><a href="${path}?lang=${text.otherCode}" lang="${text.otherCode}" hreflang="${text.otherCode}">${text.other}</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer><a href="/docs/problems/?lang=${language}">${text.errors}</a><a href="/api/openapi.json">${text.contract}</a></footer>
</body>
</html>
`.text;
}
