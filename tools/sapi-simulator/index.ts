/**
 * Offline access point of the Slovak network: SAPI-SK 1.0 with fault injection and a second participant that receives
 * and responds. For development, the sandbox and tests: accepted documents never leave the machine. Shares no code
 * with the adapter that calls it.
 */
export { FAULT_NAMES } from './faults.ts';
export { makeSimulator, type Simulator, type SimulatorParts } from './make-simulator.ts';
export { serveSimulator } from './serve.ts';
