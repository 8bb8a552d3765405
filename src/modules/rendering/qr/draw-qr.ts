import { create } from 'qrcode';
import { type Html, html } from '../../../lib/html.ts';

/** Quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;

/**
 * Characters of the mode `alphanumeric`. Text of only these characters does not require the search for optimal mode
 * segments.
 */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/**
 * Draws a QR code as an SVG with one path and no scripts.
 *
 * @param name accessible name
 */
export function drawQr(text: string, name: string): Html {
  const { modules } = create(ALPHANUMERIC.test(text) ? [{ data: text, mode: 'alphanumeric' }] : text, {
    errorCorrectionLevel: 'M',
  });
  const { size } = modules;
  let path = '';
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!modules.get(y, x)) continue;
      let width = 1;
      while (x + width < size && modules.get(y, x + width)) width += 1;
      path += `M${x + QUIET} ${y + QUIET}h${width}v1h-${width}z`;
      x += width;
    }
  }
  const whole = size + 2 * QUIET;
  return html`<svg class="qr" viewBox="0 0 ${whole} ${whole}" role="img" aria-label="${name}" shape-rendering="crispEdges"><rect width="${whole}" height="${whole}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
}
