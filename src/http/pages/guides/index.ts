export { GUIDES_PATH, type Guide, guidePath, renderDocument, renderGuideIndex } from './render-guides.ts';
