/** A CSS pixel is 1/96 inch. */
const PIXELS_PER_MM = 96 / 25.4;

/** The printed page: A4 within the margins that `style.data.ts` gives it, in CSS pixels. */
export const PAPER = {
  /** A little narrower than what the margins leave, which Chromium rounds down: nothing is scaled. */
  width: 181.5 * PIXELS_PER_MM,
  height: (297 - 12 - 16) * PIXELS_PER_MM,
} as const;
