export { preflightFile } from './preflight-routes.ts';
