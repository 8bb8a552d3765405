import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from './folders.ts';
import { TEMPORARY_NAMES } from './names.ts';
import type { DropboxParts } from './parts.ts';

const MIB = 1024 * 1024;

/** Human-readable size, rounded down because it is an upload limit. */
const toSize = (bytes: number): string =>
  bytes < MIB ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / MIB)} MB`;

/** Limits of the built-in SFTP server for files and clients, in Slovak and English. */
export const writeServerLimits = (mostBytes: number, quotaBytes: number): string =>
  `Jeden súbor má najviac ${toSize(mostBytes)}, všetko v /inbox spolu ${toSize(quotaBytes)}.
Podpisy SHA-1 (ssh-rsa) server neponúka ani neprijíma.
- Kľúč servera: klient musí podporovať Ed25519, ECDSA P-256 alebo RSA so SHA-2 (rsa-sha2-256, rsa-sha2-512). Staršie
  klienty v Jave (JSch 0.1) použijú ECDSA. Odtlačky všetkých kľúčov servera sú na konci.
- Kľúč na prihlásenie: klienty, ktoré s kľúčom RSA podpisujú iba SHA-1 (libssh2 pred verziou 1.11, napríklad curl
  v Debiane 12; JSch 0.1), sa prihlásia kľúčom ECDSA alebo Ed25519, ak ho podporujú.

A file has at most ${toSize(mostBytes)}, all in /inbox together ${toSize(quotaBytes)}.
The server neither offers nor accepts SHA-1 signatures (ssh-rsa).
- Host key: the client must support Ed25519, ECDSA P-256 or RSA with SHA-2 (rsa-sha2-256, rsa-sha2-512). Older Java
  clients (JSch 0.1) use ECDSA. The fingerprints of all host keys are at the end.
- Login key: clients that sign with an RSA key by SHA-1 only (libssh2 before 1.11, for example curl in Debian 12;
  JSch 0.1) can log in with an ECDSA key, or an Ed25519 key where they support it.

`;

/**
 * Content of /README.txt: how to upload files and find results, in Slovak and English. `server`: additional text
 * about the server.
 */
export function writeReadme(
  server: string,
  {
    maxXmlBytes,
    maxPdfBytes,
    halfFileMs,
    keepMs,
  }: Pick<DropboxParts, 'maxXmlBytes' | 'maxPdfBytes' | 'halfFileMs' | 'keepMs'>,
): string {
  const [xmlSize, pdfSize] = [toSize(maxXmlBytes), toSize(maxPdfBytes)];
  const halfFileHours = Math.round(halfFileMs / 3_600_000);
  const days = Math.round(keepMs / 86_400_000);
  return `SLOVENSKY
=========
/inbox     sem vkladajte súbory: faktúry XML (UBL), PDF s vloženou faktúrou, ZIP alebo NDJSON s viacerými
           faktúrami, návrh faktúry v JSON
/results   tu nájdete výsledky; môžete ich čítať a mazať
/archive   prevzaté originály podľa dní; iba na čítanie

Súbor sa prevezme, keď ho klient zatvorí, alebo keď ho premenuje z dočasného názvu (${TEMPORARY_NAMES.join(', ')}
na konci, bodka alebo ~ na začiatku, ~ na konci). Nedokončené súbory sa zmažú, počet hodín do zmazania: ${halfFileHours}.
Jedna faktúra má najviac ${xmlSize}, PDF s faktúrou ${pdfSize}, názov súboru najviac 200 bajtov. Vedľa súboru môže byť
<názov>.sha256, najneskôr minútu po ňom; ak nesedí, súbor sa neprevezme.
Výsledok: <názov>.result.json, podpis <názov>.result.json.jws, čitateľne <názov>.report.html a .report.md; podľa nastavenia
(PATCH /api/sftp) aj .evidence.zip, .invoice.html, .invoice.pdf, .send-package.xml a prázdny súbor .ok alebo .err.
Návrh v JSON: <názov>.preview.xml a <názov>.result.json s podpisom.
Dávka: <názov>.summary.json, <názov>.csv a priečinok <názov>.results; v ňom sú výsledky jednotlivých súborov a zoznam
ich odtlačkov SHA256SUMS s podpisom SHA256SUMS.jws.
Prečo sa súbor neprevzal, hovorí <názov>.err. Ten istý súbor vložený znova je ten istý dokument.
${days === 0 ? 'Výsledky a originály sa nemažú.' : `Výsledky a originály sa mažú, počet dní do zmazania: ${days}.`} Prečítané výsledky mažte: priečinok, ktorý má viac než 100 000
položiek, sa nedá vypísať.

ENGLISH
=======
/inbox     put files here: XML invoices (UBL), PDFs with an invoice in them, ZIP or NDJSON with many invoices,
           a draft in JSON
/results   here are the results; read and delete them
/archive   the originals that were taken, by day; read only

A file is taken when the client closes it, or renames it from a temporary name (${TEMPORARY_NAMES.join(', ')}
at its end, a leading dot or ~, ~ at its end). Unfinished files are deleted; hours until then: ${halfFileHours}.
An invoice has at most ${xmlSize}, a PDF with an invoice ${pdfSize}, the name of a file at most 200 bytes. A file <name>.sha256
may be added within a minute; when it does not match, the file is rejected.
Result: <name>.result.json, its signature <name>.result.json.jws, for people <name>.report.html and .report.md; as set by
PATCH /api/sftp also .evidence.zip, .invoice.html, .invoice.pdf, .send-package.xml and an empty file .ok or .err.
A draft in JSON: <name>.preview.xml, and <name>.result.json with its signature.
Batch: <name>.summary.json, <name>.csv and the folder <name>.results, with the results of the files and the list of their
digests SHA256SUMS, signed by SHA256SUMS.jws.
<name>.err contains the reason why a file was rejected. The same file uploaded again is the same document.
${days === 0 ? 'Results and originals are not deleted.' : `Results and originals are deleted; days until then: ${days}.`} Delete results once they are read: a folder with more than
100,000 entries is not listed.

${server}`;
}

/** Writes the file atomically, because clients may read it at any time. */
export async function keepReadme({ home, work }: Folders, text: string, newId: DropboxParts['newId']): Promise<void> {
  const path = join(home, 'README.txt');
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
  const made = join(work, `README.${newId('drp')}`);
  try {
    await writeFile(made, text, { mode: 0o640 });
    await rename(made, path);
  } catch (error) {
    await rm(made, { force: true });
    throw error;
  }
}
