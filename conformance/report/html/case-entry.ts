// One case: its title, and for a finding both sides next to each other, the exchange, and the command that repeats it.

import { type CaseResult, isBad, isKnown } from '../../runner/result.ts';
import { type Finding, findingsOf, heldOf } from '../findings.ts';
import { repeatCommand } from '../repeat-command.ts';
import type { Report } from '../report.ts';
import { caseAnchor } from './case-link.ts';
import { exchangeMarkup } from './exchange.ts';
import { html, type Markup } from './markup.ts';

/** Statements of requirements by id. */
export type Statements = ReadonlyMap<string, string>;

/** Returns the element. `open`: whether its details are visible at first. */
export function caseEntry(report: Report, result: CaseResult, statements: Statements, open = false): Markup {
  const { area, id, title, outcome, milliseconds } = result;
  const kind = isKnown(result) ? 'known' : outcome;
  const [isOpen, took] = [open ? html` open` : undefined, isRun(result) ? `${milliseconds} ms` : ''];
  return html`<details class="case" id="${caseAnchor(area, id)}" data-outcome="${outcome}" data-area="${area}" data-counted${isOpen}>
  <summary><span class="tag ${kind}">${words(kind)}</span><code class="path">${area}/${id}</code><span class="took">${took}</span><span class="title">${title}</span></summary>
  <div class="inner">${body(result, statements)}
  <h3>${isBad(result) ? 'Repeat' : 'Run alone'}</h3>${command(repeatCommand(report, area, id))}</div></details>
  `;
}

function isRun({ outcome }: CaseResult): boolean {
  return outcome !== 'skipped' && outcome !== 'not-run';
}

function words(kind: CaseResult['outcome'] | 'known'): string {
  return kind === 'not-run' ? 'not run' : kind;
}

function body(result: CaseResult, statements: Statements): Markup {
  const { requirements, checks = [] } = result;
  const told = 'reason' in result ? result.reason : isKnown(result) ? `Known: ${result.known}` : undefined;
  const reason = told === undefined ? undefined : html`<p>${told}</p>`;
  const findings = findingsOf(result).map((finding) => findingMarkup(finding, statements));
  const unseen = checks.filter((check) => check.outcome === 'skipped');
  // A finding lists its own requirements; the other requirements of a failed case are those that held.
  const held = findings.length === 0 ? requirements : heldOf(result);
  const words = findings.length === 0 ? 'Requirements' : 'Still held';
  return html`${reason}${findings}
  ${requirementList(words, held, statements)}
  ${unseen.map((check) => html`<h3>Skipped</h3><p>${check.reason}</p>${requirementList('', check.requirements, statements)}`)}`;
}

function findingMarkup(finding: Finding, statements: Statements): Markup {
  const { requirements, transcript } = finding;
  const heard = transcript.map((text) => exchangeMarkup(text));
  return html`<div class="finding">${finding.outcome === 'errored' ? error(finding.message) : sides(finding)}
  ${requirementList('Requirements', requirements, statements)}
  ${heard.length === 0 ? undefined : html`<h3>Last exchanges</h3>${heard}`}</div>`;
}

function error(message: string): Markup {
  return html`<h3>Error</h3><pre><code>${message}</code></pre>`;
}

function sides({ what, expected, got }: Extract<Finding, { outcome: 'failed' }>): Markup {
  const [one, other] = differing(expected, got);
  return html`<h3>At</h3><pre><code>${what}</code></pre>
  <div class="sides"><div class="expected"><h3>Expected</h3><pre><code>${one}</code></pre></div>
  <div class="got"><h3>Got</h3><pre><code>${other}</code></pre></div></div>`;
}

function requirementList(words: string, ids: readonly string[], statements: Statements): Markup | undefined {
  if (ids.length === 0) return undefined;
  const heading = words === '' ? undefined : html`<h3>${words}</h3>`;
  return html`${heading}<ul>${ids.map((each) => requirement(each, statements))}</ul>`;
}

/** Returns both values with their difference marked, if they start and end alike and are long enough to need it. */
function differing(expected: string, got: string): readonly [Markup, Markup] {
  const least = Math.min(expected.length, got.length);
  let [front, back] = [0, 0];
  while (front < least && expected[front] === got[front]) front += 1;
  while (back < least - front && expected.at(-1 - back) === got.at(-1 - back)) back += 1;
  // Do not split a surrogate pair.
  if (front > 0 && (isHalf(expected[front]) || isHalf(got[front]))) front -= 1;
  if (back > 0 && (isHalf(expected.at(-back)) || isHalf(got.at(-back)))) back -= 1;
  const marked = (text: string) => {
    if (front + back < 8) return html`${text}`;
    const end = text.length - back;
    return html`${text.slice(0, front)}<mark>${text.slice(front, end)}</mark>${text.slice(end)}`;
  };
  return [marked(expected), marked(got)];
}

/** Whether a code unit is the second half of a surrogate pair. */
function isHalf(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\uDC00' && unit <= '\uDFFF';
}

function requirement(id: string, statements: Statements): Markup {
  const statement = statements.get(id);
  return html`<li><code>${id}</code>${statement === undefined ? '' : ` ${statement}`}</li>`;
}

function command(text: string): Markup {
  return html`<div class="command"><pre><code>${text}</code></pre><button type="button" data-copy hidden>Copy</button></div>`;
}
