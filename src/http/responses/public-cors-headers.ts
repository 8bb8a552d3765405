/** Headers of what anybody may read, from any page, whatever origins are configured: it is public, or proves itself. */
export const ANY_PAGE = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;
