/**
 * An access point of the Slovak network that runs offline: SAPI-SK 1.0 as a certified postman serves it, with faults on
 * demand and a second participant that receives and answers. It is for development, the sandbox and tests: nothing
 * that it accepts leaves the machine. It shares no code with the adapter that speaks to it.
 */
export { FAULT_NAMES } from './faults.ts';
export { makePostman, type Postman, type PostmanParts } from './make-postman.ts';
export { servePostman } from './serve.ts';
