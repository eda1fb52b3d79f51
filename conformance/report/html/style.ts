// The style of the page. It loads no font, image or style. Colours follow the reader's choice, light or dark, and no
// information is given by colour alone.

const light = `
  color-scheme: light;
  --page: #f6f7f9; --card: #ffffff; --sunk: #f0f2f5; --text: #1b1f24; --muted: #57606a; --line: #d8dde3;
  --link: #0b57d0; --focus: #0b57d0; --mark: #ffe08a; --mark-text: #1b1f24;
  --passed: #176c30; --failed: #c62f21; --skipped: #8a5a00; --open: #aab2bd;
  --passed-soft: #e3f4e7; --failed-soft: #fdeae8; --skipped-soft: #fcf1d9; --open-soft: #e9ecf0;`;
const dark = `
  color-scheme: dark;
  --page: #12151a; --card: #1a1e25; --sunk: #13171d; --text: #e4e7eb; --muted: #a1abb8; --line: #323944;
  --link: #8db4ff; --focus: #8db4ff; --mark: #6b5300; --mark-text: #ffffff;
  --passed: #58c975; --failed: #ff8b7f; --skipped: #e3b454; --open: #566070;
  --passed-soft: #15301d; --failed-soft: #3a1b19; --skipped-soft: #33280f; --open-soft: #272d36;`;

/** The content of the page's style element. */
export const style = `
:root {${light}
}
@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {${dark}
  }
}
:root[data-theme='dark'] {${dark}
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif;
  -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
code, pre, kbd { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 0 0 0.25rem; }
.wide { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
.note { color: var(--muted); margin: 0 0 0.75rem; font-size: 0.9375rem; }
.skip-link { position: absolute; left: -100vw; }
.skip-link:focus { left: 1rem; top: 0.5rem; z-index: 3; background: var(--card); padding: 0.25rem 0.75rem; }
[hidden] { display: none !important; }

.verdict { background: var(--card); border-bottom: 1px solid var(--line); border-top: 6px solid var(--open); padding: 1.25rem 0; }
.verdict.held { border-top-color: var(--passed); }
.verdict.broken { border-top-color: var(--failed); }
.verdict.open { border-top-color: var(--skipped); }
.says { display: flex; gap: 0.75rem; align-items: flex-start; }
.sign {
  flex: none; width: 2rem; height: 2rem; border-radius: 50%; display: grid; place-items: center;
  font-weight: 700; background: var(--open-soft); color: var(--text);
}
.held .sign { background: var(--passed-soft); color: var(--passed); }
.broken .sign { background: var(--failed-soft); color: var(--failed); }
.open .sign { background: var(--skipped-soft); color: var(--skipped); }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; margin: 0.75rem 0 0; }
.facts div { min-width: 0; }
.facts dt { color: var(--muted); font-size: 0.8125rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.sums { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.sums a {
  display: block; padding: 0.25rem 0.75rem; border-radius: 1rem; text-decoration: none; color: var(--text);
  background: var(--open-soft);
}
.sums b { font-variant-numeric: tabular-nums; }
.sums .passed a { background: var(--passed-soft); color: var(--passed); }
.sums .failed a, .sums .errored a { background: var(--failed-soft); color: var(--failed); }
.sums .skipped a { background: var(--skipped-soft); color: var(--skipped); }

.tools { position: sticky; top: 0; z-index: 2; background: var(--page); border-bottom: 1px solid var(--line); padding: 0.5rem 0; }
.tools .wide { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.tools .choices { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; min-width: 0; }
.tools input, .tools select, button {
  font: inherit; color: var(--text); background: var(--card); border: 1px solid var(--line); border-radius: 6px;
  padding: 0.3125rem 0.625rem; min-height: 2.25rem;
}
.tools input { flex: 1 1 14rem; min-width: 0; }
.tools select { max-width: 12rem; }
button { cursor: pointer; }
button[aria-pressed='true'] { background: var(--link); border-color: var(--link); color: var(--card); }
.chosen { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.keys { color: var(--muted); font-size: 0.8125rem; margin: 0; }
kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 0.3125rem; background: var(--card); }

main section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0; }
summary { cursor: pointer; }
details > summary { border-radius: 6px; }
.bar { display: block; width: 100%; height: 0.5rem; border-radius: 0.25rem; background: var(--open-soft); }
.bar .passed { fill: var(--passed); } .bar .failed { fill: var(--failed); } .bar .skipped { fill: var(--skipped); }
.bar .notRun { fill: var(--open); } .bar .noCase { fill: var(--open-soft); } .bar .time { fill: var(--link); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0 0 0.75rem; padding: 0; list-style: none; font-size: 0.875rem; }
.legend svg { width: 0.75rem; height: 0.75rem; border-radius: 3px; display: inline-block; margin-right: 0.375rem; vertical-align: -1px; border: 1px solid var(--line); }
.row { display: grid; grid-template-columns: minmax(9rem, 1.2fr) repeat(3, minmax(0, 1fr)); gap: 0.25rem 1.25rem; align-items: center; padding: 0.375rem 0.5rem; }
.row.head { color: var(--muted); font-size: 0.8125rem; }
.area { border-top: 1px solid var(--line); }
.area > summary::marker { content: ''; }
.area > summary::-webkit-details-marker { display: none; }
.area > summary:hover, .case > summary:hover { background: var(--sunk); }
.area .name { font-weight: 600; overflow-wrap: anywhere; }
.area .name::before { content: '\\25B8'; display: inline-block; width: 1.1em; color: var(--muted); }
.area[open] > summary .name::before { content: '\\25BE'; }
.row .note { grid-column: 2 / -1; margin: 0; }
.total .name { font-weight: 700; padding-left: 0; }
.level .label { display: none; }
.level .figures { font-size: 0.8125rem; color: var(--muted); font-variant-numeric: tabular-nums; }
.level .figures b { color: var(--failed); }
.rules { list-style: none; margin: 0; padding: 0 0.5rem 0.75rem 1.6rem; font-size: 0.9375rem; }
.rules li { display: grid; grid-template-columns: 5.5rem 6.5rem 3.5rem 1fr; gap: 0 0.75rem; padding: 0.3125rem 0; border-top: 1px dotted var(--line); }
.rules .evidence { grid-column: 4; font-size: 0.875rem; color: var(--muted); }

.tag { display: inline-block; border-radius: 4px; padding: 0 0.4375rem; font-size: 0.8125rem; line-height: 1.5; background: var(--open-soft); color: var(--text); justify-self: start; }
.tag.passed { background: var(--passed-soft); color: var(--passed); }
.tag.failed, .tag.errored { background: var(--failed-soft); color: var(--failed); }
.tag.skipped, .tag.not-run { background: var(--skipped-soft); color: var(--skipped); }
.case { border-top: 1px solid var(--line); }
.case:first-of-type { border-top: 0; }
.case > summary { display: grid; grid-template-columns: 4.75rem minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; padding: 0.4375rem 0.5rem; align-items: baseline; }
.case > summary::-webkit-details-marker { display: none; }
.case .title { grid-column: 2 / -1; color: var(--muted); font-size: 0.9375rem; }
.case .took { color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.case .inner { padding: 0.25rem 0.5rem 1rem; }
.inner h3 { font-size: 0.8125rem; color: var(--muted); font-weight: 600; margin: 0.75rem 0 0.25rem; }
.inner p { margin: 0.25rem 0; }
.inner ul { margin: 0; padding-left: 1.25rem; font-size: 0.9375rem; }
.finding + .finding { border-top: 1px dashed var(--line); margin-top: 1rem; padding-top: 0.25rem; }
.sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1rem; }
pre { margin: 0; padding: 0.625rem 0.75rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.sides .expected pre { border-left: 4px solid var(--passed); }
.sides .got pre { border-left: 4px solid var(--failed); }
mark { background: var(--mark); color: var(--mark-text); border-radius: 2px; }
.wire { max-height: 30rem; overflow: auto; }
.wire .sent { color: var(--link); } .wire .body { color: var(--text); } .wire .heard { color: var(--muted); }
.wire pre + pre, .wire + .wire { margin-top: 0.5rem; }
.command { display: flex; gap: 0.5rem; align-items: stretch; }
.command pre { flex: 1; min-width: 0; }
.command button { flex: none; min-width: 5.5rem; }
.need { border-top: 1px solid var(--line); padding: 0.4375rem 0.5rem; }
.need ul { margin: 0.375rem 0 0.25rem; padding-left: 1.25rem; }
.need li, .slow td { overflow-wrap: anywhere; }
.need .title { color: var(--muted); }
.slow { width: 100%; border-collapse: collapse; }
.slow th { text-align: left; font-weight: 600; color: var(--muted); font-size: 0.8125rem; padding: 0.25rem 0.5rem; }
.slow td { border-top: 1px solid var(--line); padding: 0.375rem 0.5rem; }
.slow .figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.slow .part { width: 35%; }
footer { color: var(--muted); font-size: 0.875rem; padding: 0 0 2rem; }

@media (max-width: 44rem) {
  html { scroll-padding-top: 7rem; }
  .tools .wide { gap: 0.375rem; }
  .tools input { flex-basis: 100%; }
  .tools .choices { flex-wrap: nowrap; overflow-x: auto; scrollbar-width: none; padding: 3px; margin: 0 -3px; width: calc(100% + 6px); }
  .tools .choices > * { flex: none; }
  .tools select { max-width: 9rem; }
  .wide { padding: 0 0.75rem; }
  main section { padding: 0.875rem 0.75rem; }
  .row { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.125rem 0.75rem; padding: 0.5rem 0.25rem; }
  .level .figures { display: block; line-height: 1.3; margin-top: 0.125rem; }
  .row .name, .row .note { grid-column: 1 / -1; }
  .row.head { display: none; }
  .row { align-items: start; }
  .level .label { display: block; font-size: 0.8125rem; }
  .rules { padding-left: 0.25rem; padding-right: 0.25rem; }
  .rules li { grid-template-columns: auto auto 1fr; }
  .rules li > :nth-child(4), .rules .evidence { grid-column: 1 / -1; }
  .sides { grid-template-columns: minmax(0, 1fr); }
  .case > summary { padding: 0.5rem 0.25rem; grid-template-columns: minmax(0, 1fr) auto; }
  .case > summary .tag { grid-row: 1; grid-column: 2; justify-self: end; }
  .case > summary .path { grid-row: 1; grid-column: 1; }
  .case > summary .took { grid-row: 2; grid-column: 2; justify-self: end; }
  .case .title { grid-row: 2; grid-column: 1; }
  .case .inner { padding: 0.25rem 0.25rem 1rem; }
  .command { flex-direction: column; }
  .keys { display: none; }
  .slow .part { display: none; }
}
@media print {
  .tools, .command button, .skip-link { display: none; }
  body { background: #fff; }
  main section { border: 0; padding: 0; }
  .wire { max-height: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`;
