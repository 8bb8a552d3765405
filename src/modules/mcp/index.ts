/**
 * Model Context Protocol entry point: JSON-RPC messages in and out, independent of the HTTP server and stateless
 * between posts. Metered work is done by operations that the API supplies, with its roles, limits and accounts; the
 * rule catalog is read here. Responses must never contain the submitted invoice.
 */
export { makeMcpRoute } from './mcp-route.ts';
