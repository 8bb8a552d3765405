/** Saves bytes as a download. Nothing is sent over the network. */
export function download(name: string, type: string, content: Uint8Array | string): void {
  const address = URL.createObjectURL(new Blob([content as Uint8Array<ArrayBuffer>], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the object URL by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `faktura.xml` → `faktura.opravena.xml`. */
export const nameWith = (name: string, part: string, ending?: string): string => {
  const [, stem = name, own = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  return `${stem}.${part}${ending ?? own}`;
};
