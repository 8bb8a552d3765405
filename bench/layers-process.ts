/** A process that measures validation with all layers, as a worker of the service runs it; see `all-layers.ts`. */
import { dirname } from 'node:path';
import { makeBenchValidator, measureLayers } from './all-layers.ts';
import { makeInvoice } from './invoices.ts';

const validator = await makeBenchValidator(dirname(import.meta.dirname));
process.send?.(measureLayers(validator, makeInvoice(Number(process.argv[2]))));
