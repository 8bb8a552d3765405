/** A CSS pixel is 1/96 inch. */
const PIXELS_PER_MM = 96 / 25.4;

/** Printable area in CSS pixels: A4 minus the margins in `style.data.ts`. */
export const PAPER = {
  /** Slightly narrower than the printable area, whose width Chromium rounds down: a wider page would be scaled. */
  width: 181.5 * PIXELS_PER_MM,
  height: (297 - 12 - 16) * PIXELS_PER_MM,
} as const;
