/** `verify-evidence`: whether evidence is what the service signed, with nothing but the file and the public keys. */

import type { Text } from '@e-invoice/validator/issues';
import { type EvidenceFault, toLine, type Verification, verifyArchive, verifyReport } from '../evidence/index.ts';
import { CannotUse, openEvidence, openKeys, readArguments } from './open-evidence.ts';

const USAGE = `usage: verify-evidence <evidence.json or zip> [--jwks <file>]
exit codes: 0 genuine, 1 not genuine, 2 not usable, 3 signed with a key that is not in the set`;

/** Verifies offline. @returns the exit code as told by its usage */
export async function verifyEvidence(args: readonly string[]): Promise<number> {
  const read = readArguments(args, 1);
  if (read === null) {
    console.error(USAGE);
    return 2;
  }
  const path = read.given[0]!;
  try {
    const { isArchive, files } = await openEvidence(path);
    const keys = openKeys(read.jwks, path);
    const verified = isArchive ? verifyArchive(files, keys) : verifyReport(files.get('evidence.json')!, keys);
    return tell(verified, files);
  } catch (error) {
    if (!(error instanceof CannotUse)) throw error;
    console.error(error.message);
    return 2;
  }
}

function tell({ report, kid, faults }: Verification, files: ReadonlyMap<string, Uint8Array>): number {
  if (report !== null && faults.length === 0) {
    const { id, created_at, filename, sha256, valid } = report;
    const has = files.has('invoice.xml');
    say({
      sk: `PRAVÉ: protokol ${id} z ${created_at} je taký, ako ho služba podpísala kľúčom ${kid}.`,
      en: `GENUINE: the report ${id} of ${created_at} is what the service signed with the key ${kid}.`,
    });
    say({
      sk: `Týka sa súboru ${filename} s odtlačkom SHA-256 ${sha256}${has ? ', ktorý je priložený' : ''}; výsledok: ${valid ? 'vyhovuje' : 'nevyhovuje'}.`,
      en: `It is about the file ${filename} with the SHA-256 ${sha256}${has ? ', which is enclosed' : ''}; the result: ${valid ? 'valid' : 'not valid'}.`,
    });
    return 0;
  }
  for (const fault of faults) say(toText(fault));
  return faults.every(({ fault }) => fault === 'unknown key') ? 3 : 1;
}

/** Names come from a file that nobody vouches for: no control character of theirs reaches the terminal. */
function say({ sk, en }: Text): void {
  console.log(toLine(sk));
  console.log(toLine(en));
}

function toText(found: EvidenceFault): Text {
  switch (found.fault) {
    case 'unreadable':
      return {
        sk: `NEPRAVÉ: súbor nie je čitateľný protokol (${found.reason}).`,
        en: `NOT GENUINE: the file is no readable report (${found.reason}).`,
      };
    case 'no signature':
      return {
        sk: 'NEPRAVÉ: protokol nemá podpis v podobe, v akej ho služba vydáva.',
        en: 'NOT GENUINE: the report has no signature of the form that the service gives.',
      };
    case 'unknown key':
      return {
        sk: `NEDÁ SA OVERIŤ: protokol je podpísaný kľúčom ${found.kid}, ktorý medzi danými verejnými kľúčmi nie je. Stiahnite aktuálne kľúče služby.`,
        en: `CANNOT BE VERIFIED: the report names the key ${found.kid}, which is not among the given public keys. Fetch the keys of the service again.`,
      };
    case 'tampered':
      return {
        sk: `NEPRAVÉ: protokol bol po podpísaní kľúčom ${found.kid} zmenený.`,
        en: `NOT GENUINE: the report was changed after it was signed with the key ${found.kid}.`,
      };
    case 'file differs':
      return {
        sk: `NEPRAVÉ: súbor ${found.name} v archíve sa líši od súboru, ktorý uvádza podpísaný protokol.`,
        en: `NOT GENUINE: the file ${found.name} of the archive differs from the one that the signed report names.`,
      };
    case 'file missing':
      return {
        sk: `NEPRAVÉ: v archíve chýba súbor ${found.name}.`,
        en: `NOT GENUINE: the file ${found.name} is missing from the archive.`,
      };
    case 'file unknown':
      return {
        sk: `NEPRAVÉ: súbor ${found.name} do archívu nepatrí; podpísaný protokol ho neuvádza.`,
        en: `NOT GENUINE: the file ${found.name} does not belong to the archive; the signed report does not name it.`,
      };
  }
}
