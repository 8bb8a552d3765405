import { z } from 'zod';
import { Text } from '../../../http/index.ts';

const Value = z
  .object({
    path: z.string().meta({ description: 'The path in the invoice; the path of an attribute ends with `/@name`.' }),
    value: z.string().meta({ description: 'At most 200 characters.' }),
    terms: z.array(z.string()).meta({
      description:
        'The business terms of EN 16931 at this location, or the enclosing group; empty when there are no terms.',
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
      status: z.literal('review').meta({ description: 'The specification may still change.' }),
    }),
    preview: z.literal(true).meta({ description: 'Nothing was reported to the tax office.' }),
    role: z.enum(['C2', 'C3']),
    document_uuid: z
      .string()
      .nullable()
      .meta({
        description:
          'The identifier that the tax office uses for the document: UUID version 5 of the seller’s electronic address, ' +
          'type, number and date. The tax office treats documents with the same identifier as one document, even when ' +
          'their other content differs. Null: one of these values is missing.',
      }),
    document_scope: z.enum(['D', 'IC', 'INTL']).meta({
      description: 'Domestic, within the EU, or outside the EU: depends on the countries of seller and buyer.',
    }),
    missing: z.array(z.string()).meta({
      description: 'Business terms that the report requires and the invoice does not contain.',
      example: [],
    }),
    findings: z.array(z.object({ id: z.string(), location: z.string(), message: Text })).meta({
      description:
        'Rules of the specification that the report violates, each listed once; `GET /api/error-catalog/{id}` explains ' +
        'them.',
    }),
    kept: z.array(Value).meta({ description: 'Values of the invoice that are reported, in document order.' }),
    dropped: z.array(Value).meta({ description: 'Values of the invoice that are not reported.' }),
    xml: z.string().meta({ description: 'The tax data document.' }),
  })
  .meta({ id: 'TaxData' });
