/** Logo of the service, as in the page header. */
export const ICON_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b57a4" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><style>@media (prefers-color-scheme: dark) { svg { stroke: #8cc2ff; } }</style><path d="M5 3h10l4 4v14H5zM15 3v4h4M8.5 14l2.5 2.5 4.5-5"/></svg>`;

/** The logo as a 32 × 32 px ICO file with a PNG (ISO 15948), in base64, for browsers without SVG icons. */
export const ICON_ICO =
  'AAABAAEAICAAAAEAIAAdAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAORJREFUeNpj4A5fwjCQmGEwOyAYiEPJwA7UcMAEIP5PAc6m1AGrKHQA0Y4gxgGkBD/JjiDGAcTGZyg5IUErB2QT6wh6hAAMp9HaAcEEHLCK1g6AZd9VaJiuDsCGRx1AVwdkAPFvIF4+EA5Azoa/6e0AJ7Qsl08LB6RBg1YfTS2I/xZJfSOt0sBvKP8xkiNkgPgWktoptEyEy5HEYI44jiS2nB65AN0RMPYuembD5WgJ7iwQC9C7HIA54gEQKw9UQQSq/eRGi2J6OCCUQkyxA6iFV9GzY4INT6BX1wwbDh6SnVO6YABwtyw1Jnf5XAAAAABJRU5ErkJggg==';
