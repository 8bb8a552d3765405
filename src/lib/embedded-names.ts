/**
 * The names under which the standards put their XML into a PDF, the most telling first: Factur-X and ZUGFeRD from 2.1,
 * XRechnung, ZUGFeRD 1 and 2.0, ours, Order-X.
 */
const NAMES = ['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'invoice.xml', 'order-x.xml'];

/** Files of a PDF by their names: those that a standard has named, the most telling first, and the others as they come. */
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
