export {
  REQUEST_FIELDS,
  REQUEST_HEADERS,
  type RequestField,
  renderKey,
  renderKeyLink,
  renderRefused,
  renderRequest,
  renderRequested,
} from './request-page.ts';
