import type { Leftover } from '@e-invoice/validator/invoice';
import { type Html, html, NO_HTML } from '../../../lib/html.ts';
import { shorten } from '../../../lib/plain-text.ts';
import type { AttachedFile, NotOpened } from '../attached-file.ts';
import { NOTE_SUBJECT_WORDS, wordOf } from '../code-words.data.ts';
import { formatSize, sizeOfBase64 } from '../format.ts';
import type { Label } from '../labels.data.ts';
import { joined, row, type View } from '../view.ts';

export function notes({ invoice, label, show, language }: View): Html {
  if (invoice.notes.length === 0) return NO_HTML;
  const notes = invoice.notes.map(
    ({ subject, text }) =>
      html`<p class="note">${subject === null ? NO_HTML : html`<small>${joined([html`${wordOf(NOTE_SUBJECT_WORDS, subject, language)}`, show('BT-21', subject)], ' ')}</small> `}${show('BT-22', text)}</p>`,
  );
  return html`<section><h2>${label('notes')}</h2>${notes}</section>`;
}

const WHY_NOT_OPENED: Readonly<Record<NotOpened, Label>> = {
  type: 'notOpenedType',
  content: 'notOpenedContent',
  size: 'notOpenedSize',
};

/**
 * Supporting documents (BG-24) with type and size. Files of safe types can be downloaded; the page never displays or
 * executes a file.
 */
export function attachments(view: View, files: ReadonlyMap<number, AttachedFile | NotOpened>): Html {
  const { invoice, label, show, language } = view;
  if (invoice.attachments.length === 0) return NO_HTML;
  const items = invoice.attachments.map(({ id, description, url, file }, place) => {
    const about =
      file === null
        ? NO_HTML
        : html`${show('BT-125', file.filename)} <small>${file.mimeCode ?? ''}, ${formatSize(sizeOfBase64(file.content), language)}</small>`;
    const parts = [show('BT-122', id), show('BT-123', description), about, show('BT-124', url)];
    return html`<li>${joined(parts, ' · ')}${opened(view, files.get(place), file?.content ?? '')}</li>`;
  });
  return html`<section class="attachments"><h2>${label('attachments')}</h2><ul>${items}</ul></section>`;
}

/** A download link: the browser saves the file and never navigates to it. */
function opened({ label }: View, file: AttachedFile | NotOpened | undefined, content: string): Html {
  if (file === undefined) return NO_HTML;
  if (typeof file === 'string') return html` · <small>${label(WHY_NOT_OPENED[file])}</small>`;
  return html`<span class="file"> · <a download="${file.name}" href="data:${file.mediaType};base64,${content.replaceAll(/\s+/g, '')}">${label('saveFile')}</a></span>`;
}

/** Removes the content of attachments from the page before printing: the PDF contains them as embedded files. */
export const withoutFiles = (page: string): string => page.replaceAll(/ href="data:[^"]*"/g, '');

/** Maximum length of a value outside the semantic model; the XML contains the full value. */
const MAX_SHOWN = 300;

/** Lists the XML content outside the semantic model, so that no information is dropped silently. */
export function leftovers({ label }: View, left: readonly Leftover[]): Html {
  if (left.length === 0) return NO_HTML;
  const rows = left.map(({ location, value }) => {
    return html`<tr><td><code>${location}</code></td><td><bdi>${shorten(value, MAX_SHOWN)}</bdi></td></tr>`;
  });
  return html`<section class="leftovers"><h2>${label('leftovers')}</h2><table><tbody>${rows}</tbody></table></section>`;
}

export function technical({ invoice, label, show }: View): Html {
  const rows = [
    row(label('typeCode'), show('BT-3', invoice.typeCode)),
    row(label('currency'), show('BT-5', invoice.currency)),
    row(label('vatCurrency'), show('BT-6', invoice.vatCurrency)),
    row(label('customization'), show('BT-24', invoice.customization)),
    row(label('process'), show('BT-23', invoice.process)),
  ];
  return html`<footer><dl>${rows}</dl></footer>`;
}

const LEVEL_NAMES = { fatal: 'fatal', warning: 'warning', info: 'info' } as const satisfies Record<string, Label>;
/** Limits the size of the page. */
const MAX_NOTES = 100;

/** The findings, numbered like the marks next to the values; empty if they were not requested. */
export function findings({ label, language, notes: list }: View): Html {
  if (list === null) return NO_HTML;
  const items = list
    .slice(0, MAX_NOTES)
    .map(
      ({ number, level, title, advice, rules }) =>
        html`<li class="${level}" id="cause-${number}"><small>${label(LEVEL_NAMES[level])}</small> <b>${title[language]}</b> <small>${rules.join(', ')}</small><p>${advice[language]}</p></li>`,
    );
  const entries = items.length === 0 ? html`<p>${label('noIssues')}</p>` : html`<ol>${items}</ol>`;
  const rest = list.length > MAX_NOTES ? html`<p>${label('moreIssues')} ${list.length - MAX_NOTES}</p>` : NO_HTML;
  return html`<section class="findings"><h2>${label('issues')}</h2>${entries}${rest}</section>`;
}

/** Marks of findings about terms that are not printed. */
export function stray({ label, unplaced }: View): Html {
  const marks = unplaced();
  return marks.text === '' ? NO_HTML : html`<p class="banner">${label('stray')} ${marks}</p>`;
}
