/** Configuration of an MCP client: its content and its location. */
type Configuration = {
  readonly client: string;
  readonly file: string;
  readonly text: string;
};

const KEY = '<API_KEY>';

const json = (value: object): string => JSON.stringify(value, null, 2);

/** Ready-to-copy configurations of common MCP clients. */
export function makeConfigurations(endpoint: string): readonly Configuration[] {
  const headers = { 'X-API-Key': KEY };
  return [
    {
      client: 'Claude Code',
      file: '.mcp.json',
      text: json({ mcpServers: { efaktura: { type: 'http', url: endpoint, headers } } }),
    },
    {
      client: 'Visual Studio Code',
      file: '.vscode/mcp.json',
      text: json({ servers: { efaktura: { type: 'http', url: endpoint, headers } } }),
    },
    {
      client: 'Cursor',
      file: '.cursor/mcp.json',
      text: json({ mcpServers: { efaktura: { url: endpoint, headers } } }),
    },
    {
      client: 'stdio (mcp-remote)',
      file: 'claude_desktop_config.json',
      text: json({
        mcpServers: {
          efaktura: { command: 'npx', args: ['-y', 'mcp-remote', endpoint, '--header', `X-API-Key:${KEY}`] },
        },
      }),
    },
  ];
}

/** A single tool call without a client or a session. */
export const makeBareCall = (endpoint: string): string =>
  `curl ${endpoint} \\
  -H 'Content-Type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_peppol_rule","arguments":{"ruleId":"BR-CO-10"}}}'`;
