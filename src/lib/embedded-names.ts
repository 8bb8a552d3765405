/**
 * Names that standards define for the XML in a PDF, in order of preference: Factur-X and ZUGFeRD from 2.1, XRechnung,
 * ZUGFeRD 1 and 2.0, this service, Order-X.
 */
const NAMES = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'invoice.xml', 'order-x.xml'];

/**
 * Splits the files of a PDF into those with a standard name, in order of preference, and the others in their original
 * order.
 */
export function byEmbeddedName<F>(files: readonly F[], nameOf: (file: F) => string): { named: F[]; others: F[] } {
  const ranked = files.map((file) => ({
    file,
    rank: NAMES.indexOf(
      nameOf(file)
        .toLowerCase()
        .replace(/^.*[/\\]/, ''),
    ),
  }));
  const named = ranked.filter(({ rank }) => rank !== -1).sort((a, b) => a.rank - b.rank);
  return { named: named.map(({ file }) => file), others: files.filter((_, index) => ranked[index]!.rank === -1) };
}
