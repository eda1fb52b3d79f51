// The map: one row for each area with one bar for each level, and below it the requirements of the area with their
// cases.

import { type AreaLevels, areaLevels, knowledge, knownOf, levels, levelsOf } from '../levels.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { knowledgeWords, levelBar } from './bar.ts';
import { caseLink } from './case-link.ts';
import { html, type Markup } from './markup.ts';

/** Returns the section. `areasOf`: the areas with a case of this id. */
export function areaMap(report: Report, areasOf: ReadonlyMap<string, readonly string[]>): Markup {
  const all = areaLevels(report);
  const [looked, rest] = [all.filter((area) => area.looked), all.filter((area) => !area.looked)];
  const total = levelsOf('all areas', report.requirements);
  const others = html`<details class="area"><summary class="row"><span class="name">${rest.length} more</span>
    <span class="note">areas at which this run did not look</span></summary>${rest.map((area) => areaRow(area, areasOf))}</details>`;
  return html`<section id="map"><h2>Requirements by area and level</h2>
  <p class="note">How many requirements of each level passed, of all there are. An area opens its list.</p>
  <ul class="legend">${knowledge.map((known) => legend(known))}</ul>
  <div class="row head"><span>area</span>${levels.map((level) => html`<span>${level}</span>`)}</div>
  <div class="row total"><span class="name">${total.area}</span>${levels.map((level) => cell(total, level))}</div>
  ${looked.map((area) => areaRow(area, areasOf))}
  ${rest.length === 0 ? undefined : others}
  </section>`;
}

function legend(known: (typeof knowledge)[number]): Markup {
  return html`<li><svg class="bar" viewBox="0 0 8 8" aria-hidden="true"><rect class="${known}" width="8" height="8"/></svg>${knowledgeWords[known]}</li>`;
}

function areaRow(area: AreaLevels, areasOf: ReadonlyMap<string, readonly string[]>): Markup {
  return html`<details class="area"><summary class="row"><span class="name">${area.area}</span>${levels.map((level) => cell(area, level))}</summary>
  <ul class="rules">${area.requirements.map((each) => rule(each, areasOf))}</ul></details>
  `;
}

function cell({ levels: byLevel }: AreaLevels, level: (typeof levels)[number]): Markup {
  const counts = byLevel[level];
  const label = html`<span class="label">${level} </span>`;
  if (counts.all === 0) return html`<span class="level">${label}<span class="figures">none</span></span>`;
  const failed = counts.failed === 0 ? undefined : html`, <b>${counts.failed} failed</b>`;
  const skipped = counts.skipped === 0 ? undefined : html`, ${counts.skipped} skipped`;
  const figures = html`<span class="figures">${counts.passed} of ${counts.all}${failed}${skipped}</span>`;
  return html`<span class="level">${label}${levelBar(counts)}${figures}</span>`;
}

function rule(requirement: ReportedRequirement, areasOf: ReadonlyMap<string, readonly string[]>): Markup {
  const { id, level, statement, noCase, cases } = requirement;
  const known = knownOf(requirement);
  const links = cases.flatMap((name) => (areasOf.get(name) ?? []).map((area) => html`${caseLink(area, name)} `));
  const evidence = links.length === 0 ? undefined : html`<span class="evidence">${links}</span>`;
  const words = statement ?? (noCase === undefined ? '' : `No case: ${noCase}.`);
  return html`<li><span class="tag ${known}">${knowledgeWords[known]}</span><code>${id}</code><span>${level}</span><span>${words}</span>${evidence}</li>`;
}
