import { type Language, writeLinkReport, writeMail } from '../src/modules/result-view/index.ts';
import { offerTexts } from './copy-dialog.ts';
import { toFragment } from './link-fragment.ts';
import { PAGE_WORDS } from './page-texts.data.ts';
import { session, type ValidationOutcome } from './session.ts';

/** Shows a link with the report of a file. The link contains no data of the invoice. */
export async function offerLink({ result }: ValidationOutcome): Promise<void> {
  const { language } = session;
  const words = PAGE_WORDS[language];
  const address = `${location.origin}${location.pathname}${await toFragment(writeLinkReport(result))}`;
  offerTexts(words.link, words.linkNote, [{ label: words.linkField, language, text: address }]);
}

const NAMES: readonly (readonly [Language, string])[] = [
  ['sk', 'Slovensky'],
  ['en', 'English'],
];

/**
 * Shows an e-mail that requests a correction from the supplier, in both languages, because the recipient may need the
 * other one.
 */
export function offerMail({ result }: ValidationOutcome): void {
  const words = PAGE_WORDS[session.language];
  const texts = NAMES.flatMap(([language, says]) => {
    const text = writeMail(result, language);
    return text === null ? [] : [{ label: says, language, text }];
  });
  offerTexts(words.mail, words.mailNote, texts);
}
