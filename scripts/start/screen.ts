// The output of the launcher: on a terminal one screen that is redrawn, otherwise a line for every change.

import { shellWord } from '../../shared/process/host/shell-word.ts';
import type { NodeObject } from './node-view.ts';
import { age, aligned, conditionRows, lastStatusWrite, nodeColumns, nodeRow } from './node-view.ts';

/** Everything that is known at one moment. */
export interface View {
  readonly url: string;
  readonly kubeconfig: string;
  readonly logs: string;
  /** What runs containers, in a person's words. */
  readonly runtime: string;
  /** Why no pods run; undefined: they do. */
  readonly noPods: string | undefined;
  readonly node: NodeObject | undefined;
  /** RFC 3339 time of the lease's last renewal. */
  readonly renewed: string | undefined;
  /** Renewals seen since the start. */
  readonly renewals: number;
  readonly now: number;
}

const withPods = 'they get this node and run; their containers go on when this program ends';

/** The line to copy. */
function tryIt({ kubeconfig, noPods }: View): string {
  return `${copied}${shellWord(kubeconfig)} kubectl get nodes${noPods === undefined ? ',pods' : ''}`;
}

const copied = 'KUBECONFIG=';

/** The whole picture, one string per line; columns of the node that would lie beyond `width` stand below. Pure. */
export function picture(view: View, width = Number.POSITIVE_INFINITY): readonly string[] {
  const head = aligned([
    ['API service', view.url],
    ['connection file', view.kubeconfig],
    ['container runtime', view.runtime],
    ['logs', view.logs],
    ['pods', view.noPods ?? withPods],
  ]).concat('', tryIt(view));
  if (view.node === undefined) return [...head, '', 'waiting for the node to register ...'];
  const written = lastStatusWrite(view.node);
  return [
    ...head,
    '',
    ...folded([nodeColumns, nodeRow(view.node, view.now)], width),
    '',
    ...aligned([['CONDITION', 'STATUS', 'REASON', 'MESSAGE'], ...conditionRows(view.node)]),
    '',
    `lease renewed ${view.renewed === undefined ? 'not yet' : `${age(view.renewed, view.now)} ago`} (${seen(view.renewals)})`,
    `status written ${written === undefined ? 'not yet' : `${age(written, view.now)} ago, at ${written}`}`,
  ];
}

function seen(renewals: number): string {
  return `${renewals} ${renewals === 1 ? 'renewal' : 'renewals'} seen`;
}

/** Aligned columns, as many side by side as fit, the others below them; one column at least. */
function folded(table: readonly (readonly string[])[], width: number): readonly string[] {
  const lines: string[] = [];
  const count = table[0]?.length ?? 0;
  for (let from = 0, to = count; from < count; from = to, to = count) {
    const piece = (): readonly string[] => aligned(table.map((row) => row.slice(from, to)));
    while (to > from + 1 && piece().some((line) => line.length > width)) to--;
    lines.push(...piece());
  }
  return lines;
}

export interface Screen {
  show(view: View): void;
  /** Leaves the terminal as it was, with what was shown last. Repeatable. */
  close(): void;
}

/** The part of a terminal stream that is needed. */
export interface Terminal {
  write(text: string): unknown;
  readonly columns?: number;
  readonly rows?: number;
  on(event: 'resize', listener: () => void): unknown;
}

const enter = '\u001b[?1049h\u001b[?25l';
const leave = '\u001b[?25h\u001b[?1049l';

/**
 * Draws over itself on the terminal's second screen, line over line, so that nothing flickers; again when the terminal
 * changes its size. At the end the last picture stays on the first screen.
 */
export function terminalScreen(out: Terminal): Screen {
  let shown: View | undefined;
  // A terminal without a known size reports 0.
  const size = () => ({ columns: out.columns || 80, rows: out.rows || 24 });
  const draw = (view: View): void => {
    const { columns, rows } = size();
    const lines = fitting([...picture(view, columns), '', 'Ctrl-C stops everything.'], columns, rows);
    out.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
  };
  out.on('resize', () => {
    if (shown !== undefined) draw(shown);
  });
  return {
    show(view) {
      if (shown === undefined) out.write(enter);
      shown = view;
      draw(view);
    },
    close() {
      if (shown !== undefined) out.write(`${leave}${picture(shown, size().columns).join('\n')}\n`);
      shown = undefined;
    },
  };
}

/** As many lines as there is room for, cut to the width but for what is to be copied: that goes on in the next row. */
function fitting(lines: readonly string[], columns: number, rows: number): readonly string[] {
  let left = rows;
  return lines
    .map((line) => (line.startsWith(copied) ? line : cut(line, columns)))
    .filter((line) => {
      left -= Math.max(1, Math.ceil(Array.from(line).length / columns));
      return left >= 0;
    });
}

/** At most as many characters as fit; what is cut ends with an ellipsis. */
function cut(line: string, width: number): string {
  const characters = Array.from(line);
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`;
}

/** One line per event: where the service is, what the node's status is, renewals of the lease. */
export function plainScreen(out: { write(text: string): unknown }): Screen {
  const said = new Set<string>();
  let status = '';
  let renewals = 0;
  const say = (line: string): void => {
    if (!said.has(line)) out.write(`${line}\n`);
    said.add(line);
  };
  return {
    show(view) {
      say(`API service: ${view.url}`);
      say(`connection file: ${view.kubeconfig}`);
      say(`container runtime: ${view.runtime}`);
      say(`logs: ${view.logs}`);
      say(`pods: ${view.noPods ?? withPods}`);
      say(tryIt(view));
      if (view.node === undefined) return;
      const [name = '', now = '', , ...facts] = nodeRow(view.node, view.now);
      if (now !== status) out.write(`node ${name}: ${now} (${facts.join(', ')})\n`);
      status = now;
      if (view.renewals !== renewals) {
        out.write(`node ${name}: lease renewed at ${view.renewed} (${seen(view.renewals)})\n`);
      }
      renewals = view.renewals;
    },
    close() {},
  };
}
