/** A process that measures reading or validation with all layers, as a worker of the service runs it; see `all-layers.ts`. */
import { dirname } from 'node:path';
import { type LayersTask, makeBenchValidator, measureLayers, measureMemory, measureParsing } from './all-layers.ts';
import { makeInvoice } from './invoices.ts';

const [task, lines] = process.argv.slice(2) as [LayersTask, string];
const bytes = makeInvoice(Number(lines));

async function measure() {
  if (task === 'parse') return measureParsing(bytes);
  const validator = await makeBenchValidator(dirname(import.meta.dirname));
  return task === 'layers' ? measureLayers(validator, bytes) : measureMemory(validator, bytes);
}

process.send?.(await measure());
