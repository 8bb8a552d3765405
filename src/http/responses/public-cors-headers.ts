/** CORS headers of public or self-proving data, readable from any page regardless of the configured origins. */
export const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
