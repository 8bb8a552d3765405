import jsQR from 'jsqr';

/** Renders the modules of the SVG's path as pixels and decodes them as a phone would. */
export function scan(html: string, name: string): string {
  const [, size, path] = new RegExp(
    `viewBox="0 0 (\\d+) \\d+" role="img" aria-label="${name}"[^>]*>.*?<path d="([^"]*)"`,
  ).exec(html)!;
  const scale = 4;
  const side = Number(size) * scale;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y, width] of path!.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column++)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
    }
  }
  return (jsQR as unknown as typeof jsQR.default)(pixels, side, side)?.data ?? '';
}
