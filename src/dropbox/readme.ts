/** What stands in /README.txt: how files are put and found, in Slovak and English. `server`: what is told of it. */
export function writeReadme(
  server: string,
  { maxXmlBytes, halfFileHours }: { maxXmlBytes: number; halfFileHours: number },
): string {
  const size = `${Math.floor(maxXmlBytes / 1024 / 1024)} MB`;
  return `SLOVENSKY
=========
/inbox     sem vkladajte súbory: faktúry XML (UBL), PDF s vloženou faktúrou, ZIP alebo NDJSON s viacerými
           faktúrami, návrh faktúry v JSON
/results   tu nájdete výsledky; môžete ich čítať a mazať
/archive   prevzaté originály podľa dní; iba na čítanie

Súbor sa prevezme, keď ho klient zatvorí, alebo keď ho premenuje z dočasného názvu (.tmp, .part, .filepart,
.uploading, bodka alebo ~ na začiatku). Nedokončené súbory sa po ${halfFileHours} hodinách zmažú.
Jedna faktúra má najviac ${size}. Vedľa súboru môže byť <názov>.sha256; ak nesedí, súbor sa neprevezme.
Výsledok: <názov>.result.json, podpis <názov>.result.json.jws, čitateľne <názov>.report.html a .report.md.
Dávka: <názov>.summary.json, <názov>.csv a priečinok <názov>.results.
Prečo sa súbor neprevzal, hovorí <názov>.err. Ten istý súbor vložený znova je ten istý dokument.

ENGLISH
=======
/inbox     put files here: XML invoices (UBL), PDFs with an invoice in them, ZIP or NDJSON with many invoices,
           a draft in JSON
/results   here are the results; read and delete them
/archive   the originals that were taken, by day; read only

A file is taken when the client closes it, or renames it from a temporary name (.tmp, .part, .filepart,
.uploading, a leading dot or ~). Unfinished files are deleted after ${halfFileHours} hours.
An invoice has at most ${size}. A file <name>.sha256 may stand beside; when it does not match, the file is not taken.
Result: <name>.result.json, its signature <name>.result.json.jws, for people <name>.report.html and .report.md.
Batch: <name>.summary.json, <name>.csv and the folder <name>.results.
<name>.err says why a file was not taken. The same file put again is the same document.

${server}`;
}
