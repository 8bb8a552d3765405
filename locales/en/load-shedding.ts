/** Requests that an overloaded process rejects. */
export const loadShedding = {
  'load-shedding.late': 'The service process responds late, for example because the machine is busy. It did not read this request.',
} as const;
