/**
 * `monitor-log`: monitors a transparency log from outside and raises an alarm when a checkpoint contradicts an
 * earlier one.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  type Look,
  lookAtLog,
  readSeen,
  readVerifierKey,
  type Seen,
  writeSeen,
} from '../modules/evidence/transparency/index.ts';
import { makeHttpClient } from '../platform/index.ts';

export const USAGE = `usage: monitor-log --url <address of the log> --vkey <its verifier key> --state <file>
         [--once] [--every <seconds, 60>] [--metrics <file for a textfile collector>]
exit codes: 0 consistent, 1 the log forked or was rolled back, 2 invalid arguments, 3 (with --once) the check failed`;

type Options = {
  readonly url: string;
  readonly vkey: string;
  readonly state: string;
  readonly metrics: string | null;
  readonly once: boolean;
  readonly every: number;
};

function readOptions(args: readonly string[]): Options | null {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { url: text, vkey: text, state: text, metrics: text, every: text, once: { type: 'boolean' } },
    });
    const { url = '', vkey = '', state = '', metrics = null, once = false, every = '60' } = values;
    if (!URL.canParse(url) || vkey === '' || state === '' || !/^[1-9]\d{0,5}$/.test(every)) return null;
    return { url: url.replace(/(?<!\/)\/+$/, ''), vkey, state, metrics, once, every: Number(every) };
  } catch (error) {
    // parseArgs throws TypeError for unknown options.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Monitors until an alarm, or checks once.
 *
 * @returns the exit code, see USAGE
 */
export async function monitorLog(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { url, state, once, every } = options;
  const key = readVerifierKey(options.vkey);
  // The operator chose the address, so a private one is allowed.
  const http = makeHttpClient({ allow: [new URL(url).hostname.replace(/^\[|\]$/g, '')], connections: 4 });
  const read = async (path: string): Promise<Buffer> => {
    const { status, body } = await http.request({ url: `${url}/${path}`, maxBytes: 32 * 1024 * 1024 });
    if (status !== 200) throw new Error(`${url}/${path} answers ${status}`);
    return body;
  };
  try {
    for (let seen: Seen | null = existsSync(state) ? readSeen(readFileSync(state, 'utf8'), key) : null; ; ) {
      const look = await lookAtLog(read, key, seen).catch((error: unknown) => String(error));
      report(look, options);
      if (typeof look !== 'string' && look.found !== 'sound') {
        // The two contradicting signed checkpoints are proof that third parties can verify.
        writeFileSync(`${state}.alarm`, look.note);
        return 1;
      }
      if (typeof look !== 'string') {
        seen = look.seen;
        writeFileSync(`${state}.new`, writeSeen(seen), { flush: true });
        renameSync(`${state}.new`, state);
      }
      if (once) return typeof look === 'string' ? 3 : 0;
      await pause(every * 1_000);
    }
  } finally {
    await http.close();
  }
}

/** Prints one line of JSON and writes the metrics file. A string is the reason why the log could not be checked. */
function report(look: Look | string, { url, state, metrics }: Options): void {
  const about = { time: new Date().toISOString(), log: url };
  if (typeof look === 'string')
    console.error(JSON.stringify({ level: 'warn', ...about, msg: 'the log could not be checked', reason: look }));
  else if (look.found === 'sound') {
    const { size } = look.seen.range;
    console.log(JSON.stringify({ level: 'info', ...about, msg: 'the log is sound', size, added: look.added }));
  } else {
    const evidence = [state, `${state}.alarm`];
    const msg = `ALARM: ${look.found} of the log`;
    console.error(JSON.stringify({ level: 'fatal', ...about, msg, detail: look.detail, evidence }));
  }
  if (metrics === null) return;
  const alarm = typeof look !== 'string' && look.found !== 'sound' ? 1 : 0;
  const sound = typeof look !== 'string' && look.found === 'sound' ? look.seen.range.size : null;
  const figures = [
    '# HELP log_monitor_alarm 1 when the transparency log forked or was rolled back.',
    '# TYPE log_monitor_alarm gauge',
    `log_monitor_alarm ${alarm}`,
    '# HELP log_monitor_checked Whether the last check was possible.',
    '# TYPE log_monitor_checked gauge',
    `log_monitor_checked ${typeof look === 'string' ? 0 : 1}`,
    ...(sound === null
      ? []
      : [
          '# HELP log_monitor_size Entries that were verified.',
          '# TYPE log_monitor_size gauge',
          `log_monitor_size ${sound}`,
        ]),
  ];
  writeFileSync(`${metrics}.new`, `${figures.join('\n')}\n`);
  renameSync(`${metrics}.new`, metrics);
}
