import type { LineRole } from '@e-invoice/validator/invoice';

/** Whether the line repeats or explains others, and does not count towards the sum of the lines. */
export const isUncounted = (role: LineRole | undefined): boolean =>
  role?.status === 'GROUP' || role?.status === 'INFORMATION';
