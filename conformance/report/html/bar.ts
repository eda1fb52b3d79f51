// Bars as SVG, because the page's policy allows no style attributes.

import { type Knowledge, knowledge, type LevelCounts } from '../levels.ts';
import { html, type Markup } from './markup.ts';

/** Labels for what is known about a requirement. */
export const knowledgeWords: Readonly<Record<Knowledge, string>> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  notRun: 'not chosen',
  noCase: 'no case',
};

/** A stacked bar of all parts. The page also gives its content as text. */
export function levelBar(counts: LevelCounts): Markup {
  let from = 0;
  const parts = knowledge.map((known) => {
    const width = (100 * counts[known]) / Math.max(1, counts.all);
    const part = width === 0 ? html`` : rectangle(known, from, width);
    from += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** A bar of one part, from 0 to 1. */
export function timeBar(part: number): Markup {
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${rectangle('time', 0, 100 * part)}</svg>`;
}

function rectangle(kind: string, from: number, width: number): Markup {
  return html`<rect class="${kind}" x="${from.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
}
