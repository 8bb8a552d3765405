/** Thread that answers a request when the gate in the request is opened. */
import { serveRequests } from '../../src/platform/index.ts';

serveRequests<{ readonly gate: SharedArrayBuffer }, string>(({ gate }) => {
  Atomics.wait(new Int32Array(gate), 0, 0);
  return 'through';
});
