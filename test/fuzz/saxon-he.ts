import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type Judgement,
  readFinding,
  type SaxonValidator,
  type Translation,
} from '../../src/modules/validation/reference-validator/index.ts';

/** The processor has ended: its results for this and all further documents are unknown. */
export class SaxonHeEnded extends Error {}

/** Creates validators that share one Saxon-HE process; `start` compiles the requested stylesheets. */
export type SaxonHe = {
  readonly makeValidator: (translation: Translation) => Promise<SaxonValidator>;
  /** @throws Error with Java's output when Java is missing or cannot compile a stylesheet */
  readonly start: () => Promise<string>;
  /** Ends the process and removes its files; happens at the end of the command at the latest. */
  readonly close: () => void;
};

/** Why Saxon-HE cannot run, as a message for the user; null when it can. */
export function whyNoSaxonHe(jar: string): string | null {
  if (!existsSync(jar)) return `There is no ${jar} (Debian: apt-get install libsaxonhe-java)`;
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Saxon-HE needs `java` 17 or newer (Debian: apt-get install openjdk-17-jdk-headless)';
  }
}

/**
 * Saxon-HE in a warm JVM, as an alternative to SaxonJS: the same stylesheets in another processor and parser, in a
 * tenth of the time. Requests and responses use two named pipes, because validators are synchronous
 * (`SaxonValidator.judge`).
 *
 * @param jar Saxon-HE 9.9 or newer, with its dependencies in the same folder
 * @throws Error when the jar or Java is missing (`whyNoSaxonHe`)
 */
export function makeSaxonHe(jar: string): SaxonHe {
  const missing = whyNoSaxonHe(jar);
  if (missing !== null) throw new Error(missing);
  const folder = mkdtempSync(join(tmpdir(), 'saxon-he-'));
  let java: ChildProcess | null = null;
  const close = (): void => {
    java?.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', close);
  const [questions, answers] = [join(folder, 'questions'), join(folder, 'answers')];
  const stylesheets: string[] = [];
  let call: Ask = () => {
    throw new Error('Saxon-HE was called before its start');
  };
  return {
    makeValidator: ({ stylesheet, checks }) => {
      const number = stylesheets.length;
      const file = join(folder, `${number}.xsl`);
      writeFileSync(file, stylesheet);
      stylesheets.push(file);
      return Promise.resolve({ checks, validate: (text) => readAnswer(call(number, text), checks) });
    },
    start: async () => {
      execFileSync('mkfifo', [questions, answers]);
      java = startJava(jar, [questions, answers, ...stylesheets]);
      const version = await readVersion(java);
      call = openPipes(questions, answers);
      return version;
    },
    close,
  };
}

type Ask = (stylesheet: number, text: string) => string;

function startJava(jar: string, args: readonly string[]): ChildProcess {
  const source = join(dirname(fileURLToPath(import.meta.url)), 'saxon-he.java');
  return spawn('java', ['-Xmx1g', '-XX:+UseSerialGC', '-cp', jar, source, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The command handles Ctrl-C and ends its processes itself.
    detached: true,
  });
}

/** Resolves with the processor's version once all stylesheets are compiled. */
function readVersion(java: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    java.once('error', reject);
    java.once('exit', (code) => reject(new Error(`Saxon-HE ended with ${code}`)));
    createInterface(java.stdout!).once('line', (line) => {
      java.unref();
      java.stdout!.destroy();
      resolve(line.replace('ready', 'Saxon-HE'));
    });
  });
}

function openPipes(questions: string, answers: string): Ask {
  const [to, from] = [openSync(questions, 'w'), openSync(answers, 'r')];
  let last: string | null = null;
  return (stylesheet, text) => {
    const again = text === last;
    const document = Buffer.from(again ? '' : text);
    const head = Buffer.alloc(5);
    head.writeUInt8(stylesheet);
    head.writeInt32BE(again ? -1 : document.length, 1);
    last = text;
    try {
      writeAll(to, Buffer.concat([head, document]));
      return readExactly(from, readExactly(from, 4).readInt32BE()).toString();
    } catch (cause) {
      throw new SaxonHeEnded('Saxon-HE ended', { cause });
    }
  };
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function readExactly(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const read = readSync(file, bytes, done, length - done, null);
    if (read === 0) throw new Error('the pipe is closed');
    done += read;
  }
  return bytes;
}

const END_OF_ROW = '\u001e';
const END_OF_FIELD = '\u001f';

function readAnswer(answer: string, checks: SaxonValidator['checks']): Judgement {
  const [head = [], ...rows] = answer
    .split(END_OF_ROW)
    .slice(0, -1)
    .map((row) => row.split(END_OF_FIELD));
  if (head[0] !== 'ok') return { findings: [], error: { code: head[1] ?? '', message: head[2] ?? '' } };
  const findings = rows.map(([kind = '', check = '', path = '', code = '', text = '']) =>
    readFinding({ kind, check, path, code, text }, checks),
  );
  return { findings, error: null };
}
