import { type Bytes, join } from './bytes.ts';
import type { Files } from './check-files.ts';
import type { ExaminedStamp, Examiner } from './examiner.ts';
import type { Findings, Reason } from './finding.ts';
import { STAMP_FILES } from './stamp-files.ts';
import { checkTimeStamp } from './time-stamp.ts';

/** A time stamp of an authority that the user trusts. */
export type Stamp = { readonly isQualified: boolean };

type Link = { readonly file: string; readonly response: Bytes; readonly content: Bytes };

/**
 * Checks the time stamp of the checkpoint and its renewals. Each renewal stamps the previous response followed by the
 * text of the checkpoint, and must be made before the certificate of the previous response expires.
 *
 * @param text signed text of the checkpoint, without signatures; empty: no checkpoint
 * @returns the first stamp; null unless all were checked in full
 * @throws AlgorithmMissing
 */
export async function checkStamps(
  files: Files,
  text: Bytes,
  examiner: Examiner | null,
  findings: Findings,
): Promise<Stamp | null> {
  const links = linksOf(files, text);
  if (links.length === 0) {
    findings.check('time', 'unchecked');
    return null;
  }
  const times = await readTimes(links, findings);
  findings.check('time', times.length > 0 ? 'held' : 'failed', times[0] ?? '');
  const isWhole = times.length === links.length;
  if (links.length > 1 && times.length > 0)
    findings.check('renewals', isWhole ? 'held' : 'failed', times.slice(1).join(', '));
  if (!isWhole) return null;
  if (examiner === null) {
    findings.check('stamp_signature', 'unchecked');
    return null;
  }
  return examine(links, examiner, findings);
}

function linksOf(files: Files, text: Bytes): Link[] {
  const links: Link[] = [];
  for (const file of STAMP_FILES) {
    const response = files.get(file)?.content;
    if (response === undefined) break;
    const before = links.at(-1);
    links.push({ file, response, content: before === undefined ? text : join([before.response, text]) });
  }
  return links;
}

/** Returns the times of the stamps, up to the first stamp with wrong content. */
async function readTimes(links: readonly Link[], findings: Findings): Promise<string[]> {
  const times: string[] = [];
  for (const { file, response, content } of links) {
    const found = await checkTimeStamp(response, content);
    if (found?.isOfText === true) {
      times.push(found.at);
      continue;
    }
    const differs = times.length === 0 ? 'stamp_differs' : 'renewal_differs';
    findings.report(found === null ? 'stamp_unreadable' : differs, file);
    break;
  }
  return times;
}

type Sound = Extract<ExaminedStamp, { readonly fault: null }>;

/** Verifies the stamps in full. @returns the first; null unless all are valid and issued by a trusted authority */
async function examine(links: readonly Link[], examiner: Examiner, findings: Findings): Promise<Stamp | null> {
  const sound: Sound[] = [];
  const breaks = (file: string, reason: Reason): null => {
    findings.report('stamp_broken', file, reason);
    findings.check('stamp_signature', 'failed');
    return null;
  };
  for (const { file, response, content } of links) {
    const examined = await examiner.examineStamp(response, content);
    const before = sound.at(-1);
    if (examined.fault !== null) return breaks(file, examined.fault);
    if (before !== undefined && examined.at > before.expiresAt) return breaks(file, 'stamp_late');
    sound.push(examined);
  }
  const [first, last] = [sound[0]!, sound.at(-1)!];
  findings.check('stamp_signature', 'held', last.expiresAt);
  const isTrusted = sound.every((one) => one.isTrusted === true);
  findings.check('stamp_authority', first.isTrusted === null ? 'unchecked' : isTrusted ? 'held' : 'failed');
  return isTrusted ? first : null;
}
