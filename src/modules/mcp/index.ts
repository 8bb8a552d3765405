/**
 * The door for assistants: JSON-RPC in, JSON-RPC out, by the Model Context Protocol. It knows no HTTP server and keeps
 * nothing between two posts. What costs something is done by operations that the API hands in, under its own roles, limits
 * and accounts; the catalog is read here. It must never send back an invoice that it was given.
 */
export { type Exchange, type Operations, Refused } from './exchange.ts';
export { type Assistant, makeAssistant, notJson } from './make-assistant.ts';
