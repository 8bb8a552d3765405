import type { LineRole } from '@e-invoice/validator/invoice';

/** Whether the line groups or explains other lines and is therefore excluded from the sum of lines. */
export const isUncounted = (role: LineRole | undefined): boolean =>
  role?.status === 'GROUP' || role?.status === 'INFORMATION';
