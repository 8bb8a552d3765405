/** A thread that answers a request once the gate that came with it is open. */
import { serveRequests } from '../../src/platform/index.ts';

serveRequests<{ readonly gate: SharedArrayBuffer }, string>(({ gate }) => {
  Atomics.wait(new Int32Array(gate), 0, 0);
  return 'through';
});
