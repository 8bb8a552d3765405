/** Status messages of partners. */
export const statusMessage = {
  'status-message.rejected': 'The receiver’s access point rejected the document or could not deliver it.',
} as const;
