import { makeValidator } from '@e-invoice/validator/validation';
import { loadCodeLists, loadRulePacks, loadUblStructure } from '../../src/app.ts';
import { makePdfReader } from '../../src/modules/rendering/index.ts';
import type { Reference } from '../../src/modules/validation/reference-validator/index.ts';
import { makeVat } from '../../src/modules/vat/index.ts';
import { findRoot, makeMetrics } from '../../src/platform/index.ts';
import { loadCatalog } from '../catalog/installed.ts';
import { makeKey, makeOperator, makeTestAccounts } from '../support/accounts.ts';
import { makeTestDatabase } from '../support/database.ts';
import { validationPoolOf } from '../support/validation-pool-of.ts';
import { startViesDouble } from '../support/vies-double.ts';
import { type OpenApi, openApi } from './open-api.ts';

/** The API with all features except Chromium and the reference validator; VIES is a fake. */
export type CompleteApi = OpenApi & {
  /** Key of an administrator. */
  readonly key: string;
};

/** Reference validator without processes: its own tests run it, which takes minutes the first time. */
const AWAY = {
  validate: async () => ({
    status: 'unavailable',
    judge: 'libxml2 + SaxonJS',
    reason: 'crashed',
    detail: { sk: 'Beží inde.', en: 'It runs elsewhere.' },
    duration_ms: 1,
  }),
} as unknown as Reference;

export async function openCompleteApi(): Promise<CompleteApi> {
  const root = findRoot();
  const packs = await loadRulePacks(root);
  const validator = makeValidator({ packs, structure: loadUblStructure(root), codeLists: loadCodeLists(root) });
  const vies = await startViesDouble();
  const metrics = makeMetrics('test');
  const database = await makeTestDatabase();
  const vat = makeVat({
    process: 'test',
    db: database.db,
    now: Date.now,
    random: () => 0,
    metrics,
    restUrl: vies.restUrl,
    soapUrl: vies.soapUrl,
    skRegister: null,
    allow: ['127.0.0.1'],
    onError: (error) => {
      throw error;
    },
  });
  const catalog = loadCatalog();
  const api = await openApi({}, 'production', database, {
    validator,
    validationPool: validationPoolOf({ validator }),
    catalog: () => catalog,
    pdfReader: makePdfReader({ maxXmlBytes: 1_000_000 }),
    reference: AWAY,
    thirdParty: null,
    vat,
  });
  const { text: key } = await makeKey(makeTestAccounts(api.db), await makeOperator(api.db), 'admin');
  return {
    ...api,
    key,
    close: async () => {
      await vat.close();
      await vies.close();
      await api.close();
    },
  };
}
