/** A month in UTC, like the times of reports; `to` is exclusive. */
export type Month = { readonly name: string; readonly from: Date; readonly to: Date };

/** @param name `YYYY-MM` */
export function readMonth(name: string): Month {
  const [year, month] = name.split('-').map(Number) as [number, number];
  return { name, from: new Date(Date.UTC(year, month - 1)), to: new Date(Date.UTC(year, month)) };
}
