/** Sample invoices bundled with the page. */
declare module '*.xml' {
  const text: string;

  export { text as default };
}
