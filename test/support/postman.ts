import { randomUUID } from 'node:crypto';
import { makePostman, type Postman, type PostmanParts, servePostman } from '../../tools/sapi-simulator/index.ts';

export const SELLER = '0245:2020317068';
export const BUYER = '0245:2020273893';

export type TestPostman = Postman & {
  readonly url: string;
  /** With the prefix of SAPI-SK. */
  readonly baseUrl: string;
  /** Advances its clock. */
  readonly pass: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
};

/** Offline access point on its own socket; its clock advances only on request. */
export async function openPostman(changes: Partial<PostmanParts> = {}): Promise<TestPostman> {
  let time = Date.UTC(2026, 10, 22, 12);
  const postman = makePostman({
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
  const { url, close } = await servePostman(postman);
  return {
    ...postman,
    url,
    baseUrl: `${url}/sapi/v1`,
    pass: (milliseconds) => {
      time += milliseconds;
    },
    close,
  };
}
