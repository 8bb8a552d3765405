import type { Text } from '../index.ts';

/** Text of `--help`. */
export const HELP: Text = {
  sk: `Použitie: einvoice-validate [voľby] <subor.xml | priečinok | archiv.zip | -> ...
         einvoice-validate convert <subor.xml | -> --to <ubl|cii> [--allow-loss] [-o <súbor>]
         einvoice-validate diff <lavy.xml> <pravy.xml> [--format <text|json>]

Overí elektronické faktúry: štruktúru UBL 2.1 a CII D16B a pravidlá EN 16931; pri UBL aj pravidlá Peppol BIS Billing 3.0
s národnými pravidlami a slovenskú vrstvu.
Z priečinkov sa prečítajú všetky súbory .xml a .zip, z archívov všetky položky a archívy ZIP v nich; čo nie je faktúra,
sa vypíše ako preskočené. "-" je štandardný vstup, ktorý sa číta aj vtedy, keď nič neuvediete.

Voľby:
  --format <formát>     text (predvolený), json, sarif, markdown alebo html
  --output <súbor>      zapíše správu do súboru namiesto štandardného výstupu
  --ruleset <id>        en16931, peppol-bis-3, peppol-bis-3+sk ..., aj s verziou (peppol-bis-3@2025.11);
                        bez tejto voľby rozhodne doklad
  --as-of <RRRR-MM-DD>  overí podľa pravidiel platných v daný deň
  --cii <postup>        validate (predvolený) overí aj faktúry v syntaxi CII; unsupported ich ohlási ako
                        nepodporované (CII-UNSUPPORTED)
  --lang <sk|en>        jazyk správy a týchto textov (predvolený: sk)
  --fail-on <úroveň>    fatal (predvolená) alebo warning: od ktorej úrovne je návratový kód 1
  --threads <počet>     koľko súborov sa overuje naraz (predvolene toľko, koľko je procesorov)
  --help, --version

Návratové kódy: 0 na danej úrovni sa nič nenašlo; 1 niečo sa našlo; 2 nesprávne použitie alebo sa súbor nedal prečítať.

convert prevedie faktúru do druhej syntaxe (UBL 2.1 alebo CII D16B) a na chybový výstup vypíše údaje, ktoré sa v nej
nedajú zapísať:
  --to <syntax>         ubl alebo cii
  --allow-loss          zapíše faktúru aj vtedy, keď sa údaje stratia; bez tejto voľby sa vtedy nezapíše nič a návratový
                        kód je 1
  --output <súbor>      (-o) zapíše faktúru do súboru namiesto štandardného výstupu
Návratové kódy: 0 faktúra je zapísaná; 1 stratili by sa údaje; 2 nesprávne použitie alebo súbor nie je faktúra.

diff porovná údaje dvoch faktúr podľa EN 16931; každá môže byť v inej syntaxi:
  --format <formát>     text (predvolený) alebo json
Návratové kódy: 0 údaje sú rovnaké; 1 líšia sa; 2 nesprávne použitie alebo súbor nie je faktúra.

Z tohto počítača nič neodchádza: pravidlá aj texty sú súčasťou programu.
In English: einvoice-validate --help --lang en
`,
  en: `Usage: einvoice-validate [options] <file.xml | folder | archive.zip | -> ...
       einvoice-validate convert <file.xml | -> --to <ubl|cii> [--allow-loss] [-o <file>]
       einvoice-validate diff <left.xml> <right.xml> [--format <text|json>]

Validates electronic invoices: the structure of UBL 2.1 and CII D16B and the rules of EN 16931; for UBL also Peppol BIS
Billing 3.0 with its national rules, and the Slovak layer.
Folders are read with all their .xml and .zip files, archives with all their entries and the ZIP archives in them; other
files are listed as skipped. "-" is standard input, which is also read when no file is named.

Options:
  --format <format>     text (default), json, sarif, markdown or html
  --output <file>       writes the report to this file instead of to standard output
  --ruleset <id>        en16931, peppol-bis-3, peppol-bis-3+sk ..., also with a version (peppol-bis-3@2025.11);
                        without it the document decides
  --as-of <YYYY-MM-DD>  validates with the rules in force on that day
  --cii <mode>          validate (default) validates CII invoices too; unsupported reports them as unsupported
                        (CII-UNSUPPORTED)
  --lang <sk|en>        language of the report and of these texts (default: sk)
  --fail-on <level>     fatal (default) or warning: the lowest level for which the exit code is 1
  --threads <number>    number of files validated at the same time (default: the number of processors)
  --help, --version

Exit codes: 0 nothing found at that level; 1 something found; 2 wrong usage, or a file could not be read.

convert writes an invoice in the other syntax (UBL 2.1 or CII D16B). Values that cannot be written in this syntax are
listed on standard error:
  --to <syntax>         ubl or cii
  --allow-loss          writes the invoice even if values are lost; without this option nothing is written then, and the
                        exit code is 1
  --output <file>       (-o) writes the invoice to this file instead of to standard output
Exit codes: 0 the invoice is written; 1 values would be lost; 2 wrong usage, or the file is not an invoice.

diff compares two invoices by the business terms of EN 16931, whatever their syntax:
  --format <format>     text (default) or json
Exit codes: 0 the terms are equal; 1 they differ; 2 wrong usage, or a file is not an invoice.

Nothing leaves this machine: rules and texts are part of the program.
`,
};

export const SEE_HELP: Text = {
  sk: 'Pomoc: einvoice-validate --help (in English: --lang en)',
  en: 'See einvoice-validate --help --lang en.',
};

/** Errors of the command line; arguments are the invalid values. */
export const USAGE = {
  nothing: (): Text => ({
    sk: 'Uveďte súbor, priečinok, archív ZIP alebo - pre štandardný vstup.',
    en: 'Specify a file, a folder, a ZIP archive, or - for standard input.',
  }),
  inputTwice: (): Text => ({
    sk: 'Štandardný vstup sa dá prečítať iba raz.',
    en: 'Standard input can be read only once.',
  }),
  oneInvoice: (): Text => ({
    sk: 'Príkaz convert prevádza jednu faktúru: uveďte jeden súbor alebo - pre štandardný vstup.',
    en: 'convert takes one invoice: specify one file, or - for standard input.',
  }),
  syntax: (): Text => ({
    sk: 'Uveďte syntax výsledku: --to ubl alebo --to cii.',
    en: 'Specify the syntax of the result: --to ubl or --to cii.',
  }),
  twoInvoices: (): Text => ({
    sk: 'Príkaz diff porovnáva dve faktúry: uveďte dva súbory.',
    en: 'diff compares two invoices: specify two files.',
  }),
  noFiles: (): Text => ({
    sk: 'V uvedených súboroch a priečinkoch nie je žiadny súbor .xml ani .zip.',
    en: 'The specified files and folders contain no .xml or .zip file.',
  }),
  day: (value: string): Text => ({
    sk: `Voľba --as-of očakáva deň v tvare RRRR-MM-DD, nie „${value}“.`,
    en: `--as-of takes a day, YYYY-MM-DD, not "${value}".`,
  }),
  choice: (name: string, known: readonly string[], value: string): Text => ({
    sk: `Voľba ${name} môže mať iba hodnoty ${known.join(', ')}, nie „${value}“.`,
    en: `${name} takes ${known.join(', ')}, not "${value}".`,
  }),
  threads: (value: string): Text => ({
    sk: `Voľba --threads očakáva počet od 1 do 99, nie „${value}“.`,
    en: `--threads takes a number from 1 to 99, not "${value}".`,
  }),
  unknown: (option: string): Text => ({
    sk: `Voľbu ${option} program nepozná. Súbor s takým názvom uveďte ako ./${option}.`,
    en: `Unknown option ${option}. To pass a file with this name, write ./${option}.`,
  }),
  noValue: (option: string): Text => ({
    sk: `Za voľbou ${option} chýba hodnota.`,
    en: `The option ${option} needs a value.`,
  }),
  unexpectedValue: (option: string): Text => ({
    sk: `Voľba ${option} nemá hodnotu.`,
    en: `The option ${option} takes no value.`,
  }),
  ruleset: (requested: string, installed: readonly string[]): Text => ({
    sk: `Sada pravidiel ${requested} nie je nainštalovaná alebo v daný deň neplatí. Nainštalované sú: ${installed.join(', ')}`,
    en: `The ruleset ${requested} is not installed, or not in force on that day. Installed: ${installed.join(', ')}`,
  }),
};
