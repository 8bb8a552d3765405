import { z } from 'zod';
import { NO_CONTROLS } from '../../../http/index.ts';

const line = (most: number) => z.string().trim().min(1).max(most).regex(NO_CONTROLS);

/** Fields of a request for a production key, in JSON and in the HTML form. */
export const KeyRequestBody = z
  .strictObject({
    company: line(200).meta({ description: 'The name of the company.', example: 'Príklad, s. r. o.' }),
    ico: line(20)
      .nullish()
      .meta({ description: 'IČO, eight digits. Required unless `vat` is present.', example: '31333532' }),
    vat: line(30).nullish().meta({ description: 'The VAT number with its country prefix.', example: 'SK2020317068' }),
    contact: line(100).meta({ description: 'The contact person; the first key gets this name.' }),
    email: line(254)
      .regex(/^[^\s@]+@[^\s@]+$/)
      .meta({
        description: 'The e-mail address that receives the link to the key.',
        example: 'uctovnictvo@example.com',
      }),
    purpose: z.string().trim().min(1).max(2000).meta({ description: 'What the service will be used for.' }),
  })
  .meta({ id: 'KeyRequestBody' });

export const KeyRequestAnswer = z
  .object({
    id: z.string().meta({ example: 'krq_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a' }),
    status: z.enum(['received', 'verifying', 'approved', 'refused']).meta({
      description: '`verifying`: the VAT number was looked up, and the request is being reviewed.',
    }),
    vat_status: z.enum(['none', 'valid', 'invalid', 'unknown']).meta({
      description: 'The register entry for the VAT number; `unknown`: the register did not answer.',
    }),
    created_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'KeyRequestStatus' });
