// A comparison as text, the worst cases first.

import type picocolors from 'picocolors';
import type { ChangedCase, ComparedRun, Comparison } from './comparison.ts';
import { visibleLine } from '../visible.ts';

type Colors = ReturnType<typeof picocolors.createColors>;

/** The whole text. */
export function comparisonText(comparison: Comparison, colors: Colors): string {
  const { before, after, newlyFailing, newlyPassing, changed, added, removed, same, requirements } = comparison;
  return [
    `before  ${side(before)}`,
    `after   ${side(after)}`,
    '',
    ...list(colors.red('newly failing'), newlyFailing),
    ...list(colors.green('newly passing'), newlyPassing),
    ...list(colors.yellow('changed'), changed),
    ...list('added', added),
    ...list('removed', removed),
    ...ids('requirements newly failing', requirements.newlyFailing),
    ...ids('requirements newly passing', requirements.newlyPassing),
    `cases: ${newlyFailing.length} newly failing, ${newlyPassing.length} newly passing, ${changed.length} changed, ` +
      `${added.length} added, ${removed.length} removed, ${same} the same`,
    verdict(comparison, colors),
    '',
  ].join('\n');
}

function verdict({ worse, newlyFailing }: Comparison, colors: Colors): string {
  if (!worse) return colors.green('not worse');
  return colors.red(newlyFailing.length > 0 ? 'worse' : 'worse: cases that passed before were not run');
}

function side({ name, target, startedAt, counts }: ComparedRun): string {
  const { passed, failed, errored, skipped, notRun } = counts;
  const left = notRun === undefined ? '' : `, ${notRun} not run`;
  const sums = `${passed} passed, ${failed} failed, ${errored} errored, ${skipped} skipped${left}`;
  const where = `${target.server}, ${target.vendor}${target.version === '' ? '' : ` ${target.version}`}`;
  return visibleLine(`${name}: ${where}, ${startedAt}: ${sums}`);
}

function list(words: string, cases: readonly ChangedCase[]): string[] {
  if (cases.length === 0) return [];
  return [`${words} ${cases.length}`, ...cases.flatMap(lines), ''];
}

function lines({ area, id, before, after, detail }: ChangedCase): string[] {
  const first = `  ${visibleLine(`${area}/${id}`).padEnd(52)} ${before} -> ${after}`;
  return detail === undefined ? [first] : [first, `    ${visibleLine(detail)}`];
}

function ids(words: string, all: readonly string[]): string[] {
  return all.length === 0 ? [] : [`${words} ${all.length}: ${visibleLine(all.join(' '))}`, ''];
}
