export { renderGuide } from './render-guide.ts';
