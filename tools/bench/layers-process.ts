/** Process that measures parsing or validation as in a worker of the service; see `all-layers.ts`. */
import { loadUblStructure } from '../../src/app.ts';
import { findRoot } from '../../src/platform/index.ts';
import {
  type LayersTask,
  makeBenchValidator,
  measureLarge,
  measureLayers,
  measureMemory,
  measureParsing,
} from './all-layers.ts';
import { measureAllocation } from './allocation.ts';
import { makeInvoice } from './invoices.ts';
import { measureRules } from './rules.ts';

const [task, count] = process.argv.slice(2) as [LayersTask, string];
const root = findRoot();
const lines = Number(count);
const bytes = makeInvoice(lines, { detailed: task === 'large' });

async function measure() {
  if (task === 'parse') return measureParsing(bytes);
  // Files of this size exceed the service's default limit.
  const validator = await makeBenchValidator(root, task === 'large' ? { bytes: 20_000_000 } : {});
  switch (task) {
    case 'layers':
      return measureLayers(validator, bytes);
    case 'memory':
      return measureMemory(validator, bytes);
    case 'rules':
      return measureRules(validator.packs, bytes);
    case 'large':
      return measureLarge(validator, lines, bytes);
    case 'allocation':
      return measureAllocation(validator.packs, loadUblStructure(root), bytes);
  }
}

process.send?.(await measure());
