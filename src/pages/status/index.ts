export { renderStatus, STATUS_PATH, type StatusShown } from './page.ts';
