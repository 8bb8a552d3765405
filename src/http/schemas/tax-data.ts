import { z } from 'zod';
import { Text } from './file-result.ts';

const Value = z
  .object({
    path: z.string().meta({ description: 'Where it stands in the invoice; of an attribute with `/@name` at the end.' }),
    value: z.string().meta({ description: 'At most 200 characters.' }),
    terms: z.array(z.string()).meta({
      description: 'The business terms of EN 16931 that stand at this place, or the group around it; empty: none.',
      example: ['BT-27'],
    }),
    name: Text.nullable(),
  })
  .meta({ id: 'TaxDataValue' });

export const TaxData = z
  .object({
    specification: z.object({
      id: z.literal('urn:peppol:taxdata:sk-1'),
      version: z.literal('1.0.0'),
      status: z.literal('review').meta({ description: 'It may still change.' }),
    }),
    preview: z.literal(true).meta({ description: 'Nothing was reported to anybody.' }),
    role: z.enum(['C2', 'C3']),
    document_uuid: z
      .string()
      .nullable()
      .meta({
        description:
          'What the tax office knows the document by: UUID version 5 of the seller’s electronic address, type, number and ' +
          'date. Documents with the same are one document to it, whatever else they say. Null: one of these is missing.',
      }),
    document_scope: z
      .enum(['D', 'IC', 'INTL'])
      .meta({ description: 'Domestic, within the Union, beyond it: by the countries of seller and buyer.' }),
    missing: z.array(z.string()).meta({
      description: 'Business terms that the invoice lacks and without which there is no such report.',
      example: [],
    }),
    findings: z.array(z.object({ id: z.string(), location: z.string(), message: Text })).meta({
      description:
        'Rules of the specification that the report breaks, each once; `GET /api/error-catalog/{id}` explains them.',
    }),
    kept: z.array(Value).meta({ description: 'Values of the invoice that are reported, in document order.' }),
    dropped: z.array(Value).meta({ description: 'All its other values.' }),
    xml: z.string().meta({ description: 'The tax data document.' }),
  })
  .meta({ id: 'TaxData' });
