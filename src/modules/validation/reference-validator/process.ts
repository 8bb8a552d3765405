/**
 * Process of the reference validator: receives the location of the rules, then validates one file after the other.
 */
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { giveWayAsSession } from '../../../platform/threads/index.ts';
import { loadReferencePack, type ReferencePack } from './pack-validator.ts';
import type { FromProcess, PackName, Reply, Request, Setup, ToProcess } from './process-messages.ts';
import { makeStructureJudge, type StructureJudge } from './structure.ts';
import { validateFile } from './validate-file.ts';

const answer = (message: FromProcess): void => {
  process.send?.(message);
};

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

let setup: Setup | null = null;
let structure: StructureJudge | null = null;
const loaded = new Map<string, ReferencePack>();
const loading = new Map<string, Promise<ReferencePack>>();

/** Loads releases on first use: most services use two or three. */
async function load({ packs }: Setup, requested: PackName): Promise<ReferencePack> {
  const { id, version } = requested;
  const name = `${id}@${version}`;
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const place = 'folder' in requested ? requested : packs.find((pack) => pack.id === id && pack.version === version);
  if (place === undefined) throw new Error(`Unknown release ${name}`);
  const started = loading.get(name) ?? loadReferencePack(place);
  loading.set(name, started);
  try {
    const validator = await started;
    loaded.set(name, validator);
    return validator;
  } finally {
    loading.delete(name);
  }
}

async function validate({ bytes, packs, layers }: Request, reply: (message: Reply) => void): Promise<void> {
  if (setup === null || structure === null) throw new Error('A request arrived before the setup');
  const { limits } = setup;
  const judges = await Promise.all(packs.map((pack) => load(setup!, pack)));
  reply({ kind: 'begun' });
  const outcome = validateFile(bytes, { structure, packs: judges, layers, limits, clock: () => performance.now() });
  reply({ kind: 'judged', outcome });
}

function begin(newSetup: Setup): void {
  const read = (name: string): string => readFileSync(join(newSetup.structureFolder, name), 'utf8');
  setup = newSetup;
  structure = makeStructureJudge(
    { structure: read('structure.tsv'), datatypes: read('datatypes.tsv') },
    newSetup.limits,
  );
}

/**
 * Sequentially, because each compilation uses a CPU core. Errors are reported by the first request that uses the
 * release.
 */
async function prepare(): Promise<void> {
  for (const pack of setup?.packs ?? []) {
    if (pack.onFirstUse !== true) await load(setup!, pack).catch(() => undefined);
  }
}

// This process leads a process group; killing the group ends compilations too.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.exit();
  }
});
// Lower priority than the processes that serve requests.
setPriority(10);
giveWayAsSession(process.pid);

process.on('message', (message: ToProcess) => {
  if ('setup' in message) {
    begin(message.setup);
    return;
  }
  if ('prepare' in message) {
    void prepare();
    return;
  }
  const { number, request } = message;
  const reply = (content: Reply): void => answer({ number, ...content });
  validate(request, reply).catch((error: unknown) => reply({ kind: 'fault', stack: stackOf(error) }));
});
