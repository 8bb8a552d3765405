export { renderStatus, STATUS_PATH, type StatusShown } from './status-page.ts';
