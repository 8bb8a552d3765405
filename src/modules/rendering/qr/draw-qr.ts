import { create } from 'qrcode';
import { type Html, html } from '../../../lib/html.ts';

/** Around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Characters of the mode `alphanumeric`: a text of them alone needs no search for the modes of its parts. */
const ALPHANUMERIC = /^[0-9A-Z $%*+\-./:]+$/;

/**
 * Draws a QR code as SVG: one path, no script, sharp at any size.
 *
 * @param name what the code is, for who does not see it
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
