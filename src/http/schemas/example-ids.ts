/** Example of a partner id, in the schemas of several subjects. */
export const PARTNER_EXAMPLE = 'prt_01931b3e-7c4d-7e2a-9f00-0c9f4b1d2e3a';
