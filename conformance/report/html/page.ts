// The report as one HTML file. It loads nothing: style and script are inline, and its content security policy allows
// only these two by digest. All content is readable without the script.

import { createHash } from 'node:crypto';
import { type CaseResult, isBad, isKnown } from '../../runner/result.ts';
import { skippedGroups } from '../needs.ts';
import { countsOf, type Report } from '../report.ts';
import { slowest } from '../slowest.ts';
import { type Verdict, reportVerdict } from '../verdict.ts';
import { areaMap } from './area-map.ts';
import { timeBar } from './bar.ts';
import { caseEntry, type Statements } from './case-entry.ts';
import { caseLink } from './case-link.ts';
import { html, Markup } from './markup.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** The number of findings that are open at first; further ones are closed. */
const openFindings = 5;

/** A whole document. */
export function htmlReport(report: Report): string {
  const verdict = reportVerdict(report);
  const statements = statementsOf(report);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${verdict.words} - ${report.target.server}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip-link" href="#content">Skip to the findings</a>
${header(report, verdict)}
${tools(report)}
<main class="wide" id="content">
${areaMap(report, areasById(report))}
${findings(report, statements)}
${known(report)}
${skips(report)}
${slow(report)}
${others(report, statements)}
</main>
<footer class="wide">orch-conformance ${report.suite}, ${report.startedAt}. The file loads nothing from elsewhere.</footer>
<p id="said" role="status" class="skip-link"></p>
<script>${new Markup(script)}</script>
</body>
</html>
`.text;
}

const policy = [
  "default-src 'none'",
  `style-src ${digest(style)}`,
  `script-src ${digest(script)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

function digest(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

const signs = { held: '✓', broken: '✗', open: '!' } as const;

function header({ target, suite, startedAt, milliseconds, results }: Report, { state, words }: Verdict): Markup {
  const version = target.version === '' ? target.vendor : `${target.vendor}, version ${target.version}`;
  const facts = {
    target: target.server,
    vendor: version,
    started: startedAt.replace(/T|\.\d+(?=Z)/g, ' ').replace(' Z', ' UTC'),
    took: duration(milliseconds),
    suite,
  };
  return html`<header class="verdict ${state}"><div class="wide">
<div class="says"><span class="sign" aria-hidden="true">${signs[state]}</span><h1>${words}</h1></div>
<dl class="facts">${Object.entries(facts).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<ul class="sums">${sums(results)}</ul>
</div></header>`;
}

function sums(results: readonly CaseResult[]): readonly Markup[] {
  const { passed, failed, known: expected = 0, errored, skipped, notRun = 0 } = countsOf(results);
  const entries = [
    ['failed', failed - expected, '#findings'],
    ['known', expected, '#known'],
    ['errored', errored, '#findings'],
    ['passed', passed, '#cases'],
    ['skipped', skipped, '#skipped'],
    ['not run', notRun, '#cases'],
  ] as const;
  return entries
    .filter(([, count]) => count > 0)
    .map(([words, count, place]) => html`<li class="${words}"><a href="${place}"><b>${count}</b> ${words}</a></li>`);
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 90) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

function tools({ results }: Report): Markup {
  const areas = [...new Set(results.map(({ area }) => area))].sort();
  const outcomes = (['failed', 'errored', 'passed', 'skipped', 'not-run'] as const).filter((outcome) =>
    results.some((result) => result.outcome === outcome),
  );
  return html`<div class="tools" id="tools" role="search" hidden><div class="wide">
<input id="search" type="search" placeholder="Search ( / )" aria-label="Search cases" autocomplete="off" spellcheck="false">
<div class="choices"><select id="area" aria-label="Area"><option value="">all areas</option>${areas.map((area) => html`<option value="${area}">${area}</option>`)}</select>
${outcomes.map((outcome) => html`<button type="button" data-choose="${outcome}" aria-pressed="false">${outcome.replace('-', ' ')}</button>`)}
<button type="button" id="reset">Show all</button>
<button type="button" id="theme">Colours: auto</button>
<span class="chosen" id="chosen" aria-live="polite"></span></div>
<p class="keys"><kbd>/</kbd> search <kbd>&#8593;</kbd> <kbd>&#8595;</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> clear</p>
</div></div>`;
}

function findings(report: Report, statements: Statements): Markup {
  const bad = report.results.filter(isBad);
  const entries = bad.map((result, index) => caseEntry(report, result, statements, index < openFindings));
  const note = bad.length === 0 ? html`<p class="note">No case failed.</p>` : undefined;
  return html`<section id="findings" data-cases><h2>Findings</h2>${note}${entries}${nothing(bad)}</section>`;
}

function known({ results, stale = [] }: Report): Markup | undefined {
  const failures = results.filter(isKnown);
  if (failures.length + stale.length === 0) return undefined;
  const entries = failures.map(
    (each) =>
      html`<li data-outcome="failed" data-area="${each.area}">${caseLink(each.area, each.id)} <span class="title">${each.known}</span></li>`,
  );
  const passing = stale.map((each) => html`<li><code>${each.case}</code> no longer true: ${each.reason}</li>`);
  return html`<section id="known" data-cases><h2>Known differences</h2>
  <p class="note">Failures that were expected.</p><ul>${entries}${passing}</ul>${nothing(failures)}</section>`;
}

function skips(report: Report): Markup | undefined {
  const groups = skippedGroups(report);
  if (groups.length === 0) return undefined;
  const entries = groups.map(({ name, remedy, reasons, results }) => {
    const given = [
      remedy?.words === undefined ? undefined : html`: ${remedy.words}`,
      remedy?.flag === undefined ? undefined : html` with <code>${remedy.flag}</code>`,
    ].filter((part) => part !== undefined);
    const told = reasons.filter((reason) => reason !== name).map((reason) => html`<p class="note">${reason}</p>`);
    const items = results.map(
      ({ area, id, title }) =>
        html`<li data-outcome="skipped" data-area="${area}">${caseLink(area, id)} <span class="title">${title}</span></li>`,
    );
    return html`<details class="need"><summary><b>${results.length}</b> ${name}${given}</summary>${told}<ul>${items}</ul></details>`;
  });
  return html`<section id="skipped" data-cases><h2>Skipped, by need</h2>
  <p class="note">What these cases need from the target or the command line.</p>${entries}${nothing(groups)}</section>`;
}

function slow(report: Report): Markup | undefined {
  const rows = slowest(report.results, 15);
  const longest = rows[0]?.milliseconds ?? 0;
  if (longest === 0) return undefined;
  const lines = rows.map(
    ({ area, id, milliseconds, outcome }) =>
      html`<tr data-outcome="${outcome}" data-area="${area}"><td>${caseLink(area, id)}</td><td class="part">${timeBar(milliseconds / longest)}</td><td class="figure">${milliseconds} ms</td></tr>`,
  );
  return html`<section id="slowest" data-cases><h2>Slowest</h2><table class="slow"><thead><tr><th scope="col">case</th><th scope="col" class="part"></th><th scope="col" class="figure">time</th></tr></thead><tbody>${lines}</tbody></table>${nothing(rows)}</section>`;
}

function others(report: Report, statements: Statements): Markup {
  const rest = report.results.filter((result) => !isBad(result));
  const entries = rest.map((result) => caseEntry(report, result, statements));
  return html`<section id="cases" data-cases><h2>All other cases</h2>${entries}${nothing(rest)}</section>`;
}

/** The script shows it when a search matches nothing in a section. */
function nothing(all: readonly unknown[]): Markup | undefined {
  return all.length === 0 ? undefined : html`<p class="none note" hidden>Nothing here matches the search.</p>`;
}

function statementsOf({ requirements }: Report): Statements {
  return new Map(requirements.flatMap(({ id, statement }) => (statement === undefined ? [] : [[id, statement]])));
}

function areasById({ results }: Report): ReadonlyMap<string, readonly string[]> {
  const areas = new Map<string, readonly string[]>();
  for (const { area, id } of results) areas.set(id, [...(areas.get(id) ?? []), area]);
  return areas;
}
