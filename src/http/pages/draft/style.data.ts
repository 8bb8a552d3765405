/** Styles of the draft form, in addition to those shared with the validator. */
export const DRAFT_STYLE = `
#draft fieldset { border: 1px solid var(--line); border-radius: 0.6rem; padding: 0.5rem 1rem 1rem; margin: 1rem 0; min-width: 0; }
#draft legend { font-weight: 600; padding: 0 0.4rem; }
#draft [data-row] { background: var(--tint); }
.sides { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.draft-fields { display: grid; gap: 0.6rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(10.5rem, 100%), 1fr)); align-items: end; }
.draft-fields:has(.fault) { align-items: start; } .draft-fields > div { min-width: 0; }
.whole-row { grid-column: 1 / -1; } #draft .soft { margin: 0.25rem 0; } #draft:has(#nonPayer:checked) .payer { display: none; }
#draft input:not([type="checkbox"]), #draft textarea, #draft select { display: block; font: inherit; width: 100%; min-width: 0; min-height: 2.75rem;
  padding: 0.3rem 0.6rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.4rem; }
#draft [aria-invalid] { border: 2px solid var(--bad); }
#draft .fault { margin: 0.2rem 0 0; color: var(--bad); font-weight: 600; font-size: 0.85rem; }
.yes { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; } .yes input { width: 1.25rem; height: 1.25rem; }
#result .verdict { align-items: center; } #result .verdict h2 { margin: 0; font-size: 1.4rem; }
.checks { list-style: none; padding: 0; } .checks li { padding: 0.6rem 1rem; margin: 0.5rem 0; border: 1px solid var(--line); border-left: 0.35rem solid var(--bad); border-radius: 0.4rem; }
.checks li.recommended { border-left-color: var(--warn); } .checks li.ok { border-left-color: var(--good); }
.checks p { margin: 0.1rem 0; }
.sums { display: table; } .sums td, .sums th[scope="col"]:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; }
.sums .whole-sum > * { border-top: 1px solid var(--soft); font-weight: 600; }
.drawn { border: 1px solid var(--line); border-radius: 0.6rem; overflow: hidden; margin-top: 1rem; }
@media print { .deeds { display: none; } }
`;
