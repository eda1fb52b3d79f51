// The events of a watch as a story: the changes of a collection in order. Versions are compared for equality only.

import { ExpectationFailed, shown } from '../wire/contract/failure.ts';
import { textAt, valueAt } from '../wire/format/json-path.ts';
import type { WatchEvent } from '../wire/exchange/watch.ts';

/** One change of an object. */
export interface Chapter {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly uid: string;
  /** Whether a label selector selects the object after the change. */
  readonly isSelected: boolean;
}

/** Reads an event. `label`: the value `yes` of this label selects the object. */
export function chapterOf({ type, object }: WatchEvent, label: string): Chapter {
  return {
    type,
    name: textAt(object, 'metadata.name'),
    version: textAt(object, 'metadata.resourceVersion'),
    uid: textAt(object, 'metadata.uid'),
    isSelected: valueAt(object, ['metadata', 'labels', label]) === 'yes',
  };
}

/** The version of each object that exists after these changes. */
export function stateAfter(story: readonly Chapter[]): ReadonlyMap<string, string> {
  const state = new Map<string, string>();
  for (const { type, name, version } of story) {
    if (type === 'DELETED') state.delete(name);
    else state.set(name, version);
  }
  return state;
}

/** The same changes as a watch with the selector must report them. */
export function selected(story: readonly Chapter[]): readonly Chapter[] {
  const inside = new Set<string>();
  const told: Chapter[] = [];
  for (const chapter of story) {
    const was = inside.has(chapter.name);
    const is = chapter.type !== 'DELETED' && chapter.isSelected;
    if (is) inside.add(chapter.name);
    else inside.delete(chapter.name);
    if (!was && !is) continue;
    const type = is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED';
    told.push({ ...chapter, type });
  }
  return told;
}

/** Fails unless both stories are equal, and reports the first difference. */
export function expectSameStory(what: string, got: readonly Chapter[], expected: readonly Chapter[]): void {
  const line = (chapter: Chapter | undefined) =>
    chapter === undefined ? 'the end' : shown([chapter.type, chapter.name, chapter.version]);
  for (let index = 0; index < Math.max(got.length, expected.length); index += 1) {
    if (line(got[index]) === line(expected[index])) continue;
    throw new ExpectationFailed(`event ${index + 1} of ${what}`, line(expected[index]), line(got[index]));
  }
}
