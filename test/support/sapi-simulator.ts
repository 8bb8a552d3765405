import { randomUUID } from 'node:crypto';
import {
  makeSimulator,
  type Simulator,
  type SimulatorParts,
  serveSimulator,
} from '../../tools/sapi-simulator/index.ts';

export const SELLER = '0245:2020317068';
export const BUYER = '0245:2020273893';

export type TestSimulator = Simulator & {
  readonly url: string;
  /** With the prefix of SAPI-SK. */
  readonly baseUrl: string;
  /** Advances its clock. */
  readonly pass: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
};

/** Offline access point on its own socket; its clock advances only on request. */
export async function openSimulator(changes: Partial<SimulatorParts> = {}): Promise<TestSimulator> {
  let time = Date.UTC(2026, 10, 22, 12);
  const simulator = makeSimulator({
    clients: [
      { id: 'erp', secret: 'secret', participants: [SELLER], scope: 'document:send document:receive' },
      { id: 'buyer', secret: 'secret', participants: [BUYER], scope: 'document:send document:receive' },
    ],
    participants: [{ id: BUYER, mls: { code: 'AP', after: 0 }, responses: [{ code: 'AB', after: 60_000 }] }],
    deliverAfter: 1_000,
    now: () => time,
    random: () => 0,
    newId: randomUUID,
    newToken: randomUUID,
    basePath: '/sapi/v1',
    ...changes,
  });
  const { url, close } = await serveSimulator(simulator);
  return {
    ...simulator,
    url,
    baseUrl: `${url}/sapi/v1`,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    close,
  };
}
