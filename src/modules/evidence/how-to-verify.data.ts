/**
 * Text of `OVERENIE.txt`, first in Slovak, then in English: the contents of the archive and how to verify it.
 * `{page}` is replaced per language.
 */
export const HOW_TO_VERIFY = {
  sk: `AKO OVERIŤ TENTO PROTOKOL

Čo je v archíve
  evidence.json          protokol o kontrole: čo sa kontrolovalo, podľa akých pravidiel, s akým výsledkom; je podpísaný
  report.html, .md, .pdf to isté na čítanie a tlač
  developer-summary.md   nálezy pre toho, kto faktúru vytvára programom
  issues.csv             nálezy ako tabuľka
  evidence.tlog-proof    dôkaz, že je protokol zapísaný vo verejnom denníku (ak tu je)
  checkpoint.tsr         časová pečiatka stavu denníka, RFC 3161 (ak tu je)
  checkpoint.2.tsr, …    jej obnovenia pred koncom platnosti certifikátu (ak tu sú)
  keys.json              verejné kľúče služby; kým ich neporovnáte so zverejnenými, sú len tvrdením tohto archívu
  verify.mjs             program, ktorý všetko overí bez siete; stačí mu Node 20 alebo novší
  invoice.xml            kontrolovaná faktúra (ak o ňu bolo požiadané)
  packed.json            odtlačky súborov tak, ako sú v archíve zbalené (po rozbalení nie sú potrebné)
  SHA256SUMS, .jws       odtlačky všetkých súborov a podpis tohto zoznamu

Tri spôsoby overenia
1. Na stránke{page}
   Vložte archív a faktúru. Overí ich prehliadač; nič sa neodosiela.

2. Programom z archívu, bez siete:
     node verify.mjs evidence.zip --invoice faktura.xml --keys jwks.json
   jwks.json sú kľúče, ktoré služba zverejňuje na adrese {jwks}
   Stiahnite si ich sami: kľúče, ktoré prišli spolu s archívom, mohol vyrobiť ten, kto vyrobil archív. Bez --keys program
   overí len to, že sa nič nezmenilo, a povie, ktorý kľúč treba porovnať; jwks.json vedľa archívu sám nepoužije.
   Ak neveríte ani programu z tohto archívu, vezmite ho z iného zdroja: rovnaké vydanie služby má rovnaký súbor.

3. Ručne:
     sha256sum -c SHA256SUMS          všetky súbory sú tie, ktoré uvádza zoznam
     sha256sum faktura.xml            odtlačok sa rovná hodnote "sha256" v evidence.json
   Podpisy sú JWS s oddeleným obsahom (RFC 7515, príloha F; EdDSA alebo ES256). SHA256SUMS.jws podpisuje bajty súboru
   SHA256SUMS. "signature" v evidence.json podpisuje zvyšok protokolu v kanonickej podobe (RFC 8785). Overí ich každá
   knižnica JOSE; podpis EdDSA aj openssl:
     IFS=. read -r H EMPTY S < SHA256SUMS.jws
     printf '%s.%s' "$H" "$(base64 -w0 SHA256SUMS | tr '+/' '-_' | tr -d '=')" > vstup.bin
     printf '%s==' "$S" | tr '_-' '/+' | base64 -d > podpis.bin
     openssl pkeyutl -verify -pubin -inkey kluc.pem -rawin -in vstup.bin -sigfile podpis.bin
   kluc.pem urobí Node z toho zverejneného kľúča, ktorého "kid" uvádza hlavička podpisu; ak je prvý:
     node -p "crypto.createPublicKey({ key: require('./jwks.json').keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })" > kluc.pem
   Časovú pečiatku overí OpenSSL s certifikátmi jej autority:
     awk '/^$/ { part++; next } part == 1' evidence.tlog-proof > stav.txt
     openssl ts -verify -in checkpoint.tsr -data stav.txt -CAfile autorita.pem
   a jej obnovenie, ktoré je na celej pečiatke pred ním a na stave denníka:
     cat checkpoint.tsr stav.txt > obnovene.bin
     openssl ts -verify -in checkpoint.2.tsr -data obnovene.bin -CAfile autorita.pem
   (pečiatku, ktorej certifikát už neplatí, s voľbou -attime a jej časom v sekundách od roku 1970)
   alebo u prevádzkovateľa služby: npm run cli -- verify-evidence evidence.zip --tsa-ca autorita.pem
   (verify.mjs overí, že pečiatka patrí k stavu denníka; jej podpis nie)

Čo to dokazuje
  odtlačok    protokol je o tomto súbore a o žiadnom inom
  podpis      protokol vydal držiteľ kľúča a odvtedy sa nezmenil
  denník      protokol bol zapísaný na svojom mieste a potichu sa odtiaľ nedá odstrániť
  pečiatka    stav denníka existoval najneskôr v čase, ktorý udáva jej autorita
Čo to nedokazuje
  Že faktúra hovorí pravdu o obchode. Že kľúč patrí službe, kým ho neporovnáte. Bez časovej pečiatky je čas protokolu len
  časom služby. Či sa tým istým pravidlám zdá faktúra rovnaká aj dnes, zistí príkaz replay-evidence.
`,
  en: `HOW TO VERIFY THIS EVIDENCE

Contents of the archive
  evidence.json          the report of the validation: of what, by which rules, with which result; it is signed
  report.html, .md, .pdf the same to read and print
  developer-summary.md   the findings for the developer of the invoicing software
  issues.csv             the findings as a table
  evidence.tlog-proof    a proof that the report is entered in the public log (if it is here)
  checkpoint.tsr         a time stamp of the checkpoint of the log, RFC 3161 (if it is here)
  checkpoint.2.tsr, …    its renewals before its certificate ended (if they are here)
  keys.json              the public keys of the service; until you compare them with the published ones, they are not confirmed
  verify.mjs             a program that verifies everything without a network; Node 20 or newer is all it needs
  invoice.xml            the validated invoice (if requested)
  packed.json            digests of the files as they lie packed in the archive (not needed once it is unpacked)
  SHA256SUMS, .jws       the digests of all files, and the signature of this list

Three ways to verify
1. On the page{page}
   Drop the archive and the invoice. The browser verifies them; nothing is sent.

2. By the program in the archive, without a network:
     node verify.mjs evidence.zip --invoice invoice.xml --keys jwks.json
   jwks.json are the keys that the service publishes at {jwks}
   Download them yourself: keys in the archive may come from its author. Without --keys the program verifies only that
   nothing has changed, and prints the key to compare; it does not use a jwks.json in the folder of the archive.
   If you do not trust the program of this archive, use another copy: the same release has the same file.

3. By hand:
     sha256sum -c SHA256SUMS          all files are those that the list names
     sha256sum invoice.xml            the digest is the "sha256" of evidence.json
   Signatures are JWS with detached content (RFC 7515, appendix F; EdDSA or ES256). SHA256SUMS.jws signs the bytes of the
   file SHA256SUMS. "signature" in evidence.json signs the rest of the report in its canonical form (RFC 8785). Any JOSE
   library verifies them; a signature of EdDSA also openssl:
     IFS=. read -r H EMPTY S < SHA256SUMS.jws
     printf '%s.%s' "$H" "$(base64 -w0 SHA256SUMS | tr '+/' '-_' | tr -d '=')" > input.bin
     printf '%s==' "$S" | tr '_-' '/+' | base64 -d > signature.bin
     openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in input.bin -sigfile signature.bin
   Node makes key.pem of the published key whose "kid" the header of the signature names; if it is the first:
     node -p "crypto.createPublicKey({ key: require('./jwks.json').keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' })" > key.pem
   A time stamp is verified by OpenSSL with the certificates of its authority:
     awk '/^$/ { part++; next } part == 1' evidence.tlog-proof > checkpoint.txt
     openssl ts -verify -in checkpoint.tsr -data checkpoint.txt -CAfile authority.pem
   and its renewal, which is of the whole stamp before it and of the checkpoint:
     cat checkpoint.tsr checkpoint.txt > renewed.bin
     openssl ts -verify -in checkpoint.2.tsr -data renewed.bin -CAfile authority.pem
   (a stamp whose certificate has ended: with -attime and its time in seconds since 1970)
   or where the service is run: npm run cli -- verify-evidence evidence.zip --tsa-ca authority.pem
   (verify.mjs checks that the stamp is of the checkpoint, not its signature)

What this proves
  digest      the report is about this file and no other
  signature   the holder of the key has issued the report, and it has not changed since
  log         the report was entered at its place, and cannot be removed from there in silence
  time stamp  the checkpoint of the log existed no later than the time stated by its authority
What this does not prove
  That the content of the invoice is true. That the key belongs to the service, until you compare it. Without a time stamp
  the time of the report is the service’s own. The command replay-evidence checks whether the same rules still find the same.
`,
} as const;
