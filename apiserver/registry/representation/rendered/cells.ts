// The cells of a row: as they are shown at a time, and as the text that is kept of them, with the times left open.

import { humanDuration } from '../../../../shared/object/duration.ts';
import { stringifyJson } from '../../../../shared/codec/json/json.ts';
import type { Cell, ElapsedCell, RowCondition } from '../../contract/resource.ts';

/** Cells as clients see them. `now`: milliseconds since the epoch. */
export function cellsAt(cells: readonly Cell[], now: number): readonly unknown[] {
  return cells.map((cell) =>
    isElapsed(cell) ? `${cell.before}${humanDuration(now - cell.since)}${cell.after}` : cell,
  );
}

/** Stands around a time that is left open; no JSON text holds it. */
const mark = '\0';

/** What a row says before its object, as JSON with times left open; one character for each byte. */
export function openCells(cells: readonly Cell[], conditions: readonly RowCondition[] | undefined): string {
  let text = '[';
  for (let from = 0; from < cells.length; ) {
    const open = cells.findIndex((cell, at) => at >= from && isElapsed(cell));
    const to = open === -1 ? cells.length : open;
    // Cells between two times become JSON together.
    if (to > from) text += `${from > 0 ? ',' : ''}${stringifyJson(cells.slice(from, to)).slice(1, -1)}`;
    const cell = cells[to];
    if (cell !== undefined && isElapsed(cell)) text += `${to > 0 ? ',' : ''}${openCell(cell)}`;
    from = to + 1;
  }
  text += conditions === undefined ? ']' : `],"conditions":${stringifyJson(conditions)}`;
  return Buffer.from(text).toString('latin1');
}

/** Puts times into what `openCells` left open, many for the same moment. */
export class ShownCells {
  readonly #now: number;
  /** Rows of one list share most times. */
  readonly #known = new Map<string, string>();

  constructor(now: number) {
    this.#now = now;
  }

  of(open: string): string {
    const pieces = open.split(mark);
    let text = pieces[0] ?? '';
    for (let at = 1; at + 1 < pieces.length; at += 2) text += this.#elapsed(pieces[at] ?? '') + (pieces[at + 1] ?? '');
    return text;
  }

  #elapsed(since: string): string {
    let text = this.#known.get(since);
    if (text === undefined) {
      text = humanDuration(this.#now - Number(since));
      this.#known.set(since, text);
    }
    return text;
  }
}

function openCell({ before, since, after }: ElapsedCell): string {
  return `${stringifyJson(before).slice(0, -1)}${mark}${since}${mark}${stringifyJson(after).slice(1)}`;
}

function isElapsed(cell: Cell): cell is ElapsedCell {
  return typeof cell === 'object' && cell !== null;
}
