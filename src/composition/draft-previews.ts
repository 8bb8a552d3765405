import type { ValidationPool } from '../modules/validation/index.ts';
import type { ProcessParts } from './process-parts.ts';

/** Converts drafts to invoices and validates them, in a process that rarely receives drafts. */
type DraftPreviews = Pick<ValidationPool, 'preview'> & { readonly close: () => Promise<void> };

type Opened = { readonly pool: ValidationPool; readonly close: () => Promise<void> };

/**
 * Loads the rules with the first draft and keeps them loaded, so that a process without drafts saves the memory. As
 * in every process, rule packs are recorded in the transparency log before they validate.
 */
export function makeDraftPreviews(parts: ProcessParts): DraftPreviews {
  let opened: Promise<Opened> | null = null;
  const openOnce = (): Promise<Opened> => {
    opened ??= openRules(parts).catch((error: unknown) => {
      // The next draft retries.
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    preview: async (request, options) => (await openOnce()).pool.preview(request, options),
    close: async () => (await opened?.catch(() => null))?.close(),
  };
}

async function openRules(parts: ProcessParts): Promise<Opened> {
  const [{ makeRules }, { makeLogParts }] = await Promise.all([import('./rules.ts'), import('./transparency.ts')]);
  const { close: closeRules, ...rules } = await makeRules(parts);
  const { validator, served, validationPool: pool } = rules;
  const { transparency, close: closeTransparency } = makeLogParts(parts, {
    ...rules,
    packsInUse: () => [...validator.packs, ...served.packsInUse()],
  });
  const close = async (): Promise<void> => {
    await closeTransparency();
    await closeRules();
  };
  try {
    served.beforeSwitch(transparency.activate);
    await transparency.checkOrigin();
    await transparency.activate();
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, close };
}
