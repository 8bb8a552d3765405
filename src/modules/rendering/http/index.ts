export { orRenderLimit } from './render-now.ts';
