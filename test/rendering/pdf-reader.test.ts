import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { makePdfReader, type PdfReader, PdfRefused } from '../../src/modules/rendering/index.ts';
import { findRoot } from '../../src/platform/index.ts';
import { makePdf } from '../support/make-pdf.ts';
import { EMBEDDED_CASES, invoiceOf } from './embedded-cases.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-reader-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const opened: PdfReader[] = [];
const open = (parts: Omit<Parameters<typeof makePdfReader>[0], 'maxXmlBytes'> = {}): PdfReader => {
  const reader = makePdfReader({ maxXmlBytes: 1_000_000, ...parts });
  opened.push(reader);
  return reader;
};
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close();
});

/** Reads with the same owner, so that PDFs are processed one at a time. */
const read = (reader: PdfReader, pdf: Uint8Array | string, withPages = true, signal = new AbortController().signal) =>
  reader.read(Buffer.from(pdf), { owner: 'test', signal, withPages });

const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));

/** Replacement for the reader program: executes the command in the PDF and returns how many PDFs it has received. */
const script = join(folder, 'obedient.mjs');
writeFileSync(
  script,
  `let count = 0;
let pdf = '';
process.stdin.on('data', (part) => { pdf += part; });
process.once('disconnect', () => process.exit());
process.on('message', async ({ length }) => {
  process.send({ kind: 'begun' });
  count += 1;
  while (pdf.length < length) await new Promise((done) => setTimeout(done, 5));
  const command = pdf;
  pdf = '';
  if (command === 'crash') process.exit(1);
  if (command === 'throw') throw new Error('broken');
  if (command === 'loop') for (;;) ;
  if (command === 'eat') globalThis.eaten = Buffer.alloc(300e6, 1);
  if (command === 'wait') await new Promise((done) => setTimeout(done, 30_000));
  process.send({
    kind: 'embedded',
    embedded: { filename: command + ' ' + count, bytes: new Uint8Array(), json: null, others: [], visible: null },
  });
  process.send({ kind: 'free' }, () => { if (command === 'end') process.exit(0); });
});
`,
);
const LIMITS = { time: 500, textTime: 500, memory: 200 * 1024 * 1024 };
const MANY = { ...LIMITS, memory: 1024 * 1024 * 1024 };

describe('a PDF reader process', () => {
  it('reads several PDFs one after the other', async () => {
    const reader = open();
    const pdfs = await Promise.all(['A-1', 'B-2'].map((number) => makePdf({ 'factur-x.xml': invoiceOf(number) })));
    const first = await read(reader, pdfs[0]!);
    const pids = reader.pids();
    expect(pids).toHaveLength(1);
    const second = await read(reader, pdfs[1]!);
    expect(Buffer.from(first.bytes).toString()).toContain('A-1');
    expect(Buffer.from(second.bytes).toString()).toContain('B-2');
    expect(second.visible).not.toBeNull();
    expect(reader.pids()).toEqual(pids);
  });

  it('returns the same result regardless of earlier PDFs', async () => {
    const alone = new Map<string, unknown>();
    const outcome = (reader: PdfReader, pdf: Uint8Array) => read(reader, pdf).catch(({ code }) => code);
    const cases = EMBEDDED_CASES.slice(0, 6).concat(EMBEDDED_CASES.slice(-6));
    const fresh = open({ filesPerProcess: 1 });
    for (const { is, pdf } of cases.slice(0, 3)) alone.set(is, await outcome(fresh, await pdf()));
    const shared = open({ filesPerProcess: 1_000 });
    const backwards = new Map<string, unknown>();
    for (const { is, pdf } of cases.toReversed()) backwards.set(is, await outcome(shared, await pdf()));
    const pids = shared.pids();
    for (const { is, pdf } of cases) expect(await outcome(shared, await pdf()), is).toEqual(backwards.get(is));
    for (const [is, was] of alone) expect(backwards.get(is), is).toEqual(was);
    // Damaged and password-protected PDFs do not end the process.
    expect(shared.pids()).toEqual(pids);
  });

  it('is replaced after a number of PDFs', async () => {
    const reader = open({ script, filesPerProcess: 2, limits: MANY });
    const names = [];
    for (const command of ['a', 'b', 'c']) names.push((await read(reader, command)).filename);
    expect(names).toEqual(['a 1', 'b 2', 'c 1']);
    expect(reader.pids()).toHaveLength(1);
  });

  it.each([
    ['ends', 'crash'],
    ['throws', 'throw'],
    ['exhausts its processor time', 'loop'],
    ['exhausts its memory', 'eat'],
  ])('that %s fails only its own PDF and is replaced', async (_, command) => {
    const reader = open({ script, limits: LIMITS });
    expect((await read(reader, 'a')).filename).toBe('a 1');
    const [pid] = reader.pids();
    const [failed, other] = await Promise.allSettled([
      read(reader, command),
      reader.read(Buffer.from('b'), { owner: 'other', signal: new AbortController().signal }),
    ]);
    expect(failed).toMatchObject({ reason: { code: 'pdf_reading_limit_reached' } });
    expect(other).toMatchObject({ value: { filename: 'b 1' } });
    await expect.poll(() => isRunning(pid!)).toBe(false);
    expect((await read(reader, 'c')).filename).toMatch(/^c [12]$/);
    expect(reader.pids()).not.toContain(pid);
    // The same PDF is rejected without using a process.
    const pids = reader.pids();
    await expect(read(reader, command)).rejects.toThrow(PdfRefused);
    expect(reader.pids()).toEqual(pids);
  });

  it('that exits between two PDFs is replaced without failing a PDF', async () => {
    const reader = open({ script, limits: MANY });
    for (let round = 0; round < 5; round++) expect((await read(reader, 'end')).filename).toBe('end 1');
  });

  it('that uses much memory after a PDF is replaced', async () => {
    const reader = open({ script, limits: MANY });
    expect((await read(reader, 'eat')).filename).toBe('eat 1');
    expect((await read(reader, 'a')).filename).toBe('a 1');
  });

  it('that cannot start fails with a retryable error', async () => {
    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, 'process.exit(1);');
    const error = await read(open({ script: broken }), 'a').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(PdfRefused);
  });

  it('finishes a PDF for a short time after the caller aborts, and is then killed', async () => {
    const reader = open({ script, limits: MANY });
    await read(reader, 'a');
    const [pid] = reader.pids();
    const controller = new AbortController();
    const left = read(reader, 'loop', true, controller.signal);
    await new Promise((done) => setTimeout(done, 50));
    controller.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect((await read(reader, 'b')).filename).toBe('b 1');
    expect(reader.pids()).not.toContain(pid);
  });
});

describe('end of PDF reader processes', () => {
  it('after the idle time', async () => {
    const reader = open({ script, idleTime: 50, limits: MANY });
    await read(reader, 'a');
    await expect.poll(() => reader.pids()).toEqual([]);
    expect((await read(reader, 'b')).filename).toBe('b 1');
  });

  it('when the reader is closed, even while reading', async () => {
    const reader = open({ script, limits: { ...MANY, time: 60_000 } });
    await read(reader, 'a');
    const pids = reader.pids();
    const waiting = read(reader, 'wait').catch((error: unknown) => error);
    await new Promise((done) => setTimeout(done, 50));
    reader.close();
    for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false);
    // Not final: another process of the service may read the PDF.
    expect(await waiting).not.toBeInstanceOf(PdfRefused);
    await expect(read(reader, 'b')).rejects.toThrow('is closed');
  });

  it('when their parent process is killed', async () => {
    const parent = join(folder, 'parent.ts');
    const module = join(findRoot(), 'src/modules/rendering/hybrid/make-pdf-reader.ts');
    writeFileSync(
      parent,
      `import { makePdfReader } from ${JSON.stringify(module)};
const reader = makePdfReader({ maxXmlBytes: 1000, script: ${JSON.stringify(script)} });
reader.read(Buffer.from('a'), { owner: 'test', signal: new AbortController().signal }).then(() => {
  console.log(reader.pids().join());
  setInterval(() => undefined, 1_000);
});
`,
    );
    const service = spawn(process.execPath, ['--import', 'tsx', parent], {
      cwd: findRoot(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(service.stdout!, 'data');
    const pid = Number(String(line));
    expect(isRunning(pid)).toBe(true);
    service.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
