/**
 * An esbuild plugin that leaves the decoder out of lzma1. Payment codes are only written, but the class that compresses
 * also creates a decoder.
 */
const NAME = 'trim-compressor';

export const trimmedCompressor = {
  name: NAME,
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/decoder\.js$/ }, ({ importer }) =>
      /[\\/]lzma1[\\/]lib[\\/]lzma\.js$/.test(importer) ? { path: 'decoder', namespace: NAME } : undefined,
    );
    onLoad({ filter: /.*/, namespace: NAME }, () => ({ contents: 'export class Decoder {}' }));
  },
};
