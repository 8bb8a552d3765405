/**
 * Draws the preview image of links to our pages (Open Graph) as PNG (ISO 15948): a valid invoice. It contains no text
 * and so serves every language; it is drawn from signed distance functions, without a browser.
 */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 1200;
const HEIGHT = 630;

/** Signed distance of a point to a rectangle with rounded corners; negative inside. */
const box = (cx, cy, w, h, r) => (x, y) => {
  const [dx, dy] = [Math.abs(x - cx) - w / 2 + r, Math.abs(y - cy) - h / 2 + r];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - r;
};
const circle = (cx, cy, r) => (x, y) => Math.hypot(x - cx, y - cy) - r;
/** A line with round ends. */
const stroke = (ax, ay, bx, by, r) => (x, y) => {
  const [px, py, dx, dy] = [x - ax, y - ay, bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - dx * t, py - dy * t) - r;
};

const rows = [0, 1, 2, 3].flatMap((row) => {
  const y = 265 + row * 52;
  return [
    [box(490, y, 160, 16, 8), '#d5dce5'],
    [box(755, y, 70, 16, 8), '#d5dce5'],
  ];
});

/** In drawing order, background first. */
const SHAPES = [
  [box(600, 325, 440, 520, 22), '#d5dce5'],
  [box(600, 325, 436, 516, 20), '#ffffff'],
  [box(480, 130, 140, 26, 13), '#1b2430'],
  [box(510, 172, 200, 14, 7), '#a5b1c0'],
  [box(600, 212, 380, 4, 2), '#0b57a4'],
  ...rows,
  [box(660, 500, 130, 28, 14), '#0b57a4'],
  [circle(810, 500, 118), '#f3f6fa'],
  [circle(810, 500, 104), '#17663a'],
  [stroke(764, 504, 796, 536, 12), '#ffffff'],
  [stroke(796, 536, 858, 468, 12), '#ffffff'],
];

const channels = (colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function draw() {
  const shapes = SHAPES.map(([distance, colour]) => [distance, channels(colour)]);
  const ground = channels('#f3f6fa');
  const pixels = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let colour = ground;
      for (const [distance, own] of shapes) {
        // Anti-aliasing: blend half a pixel on either side of an edge.
        const share = Math.min(1, Math.max(0, 0.5 - distance(x + 0.5, y + 0.5)));
        if (share > 0) colour = colour.map((value, index) => value + (own[index] - value) * share);
      }
      const at = y * (1 + WIDTH * 3) + 1 + x * 3;
      for (let index = 0; index < 3; index++) pixels[at + index] = Math.round(colour[index]);
    }
  }
  return pixels;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Returns the image: 1200 by 630 pixels, eight bits per channel, without transparency. */
export function drawCard() {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(draw(), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
