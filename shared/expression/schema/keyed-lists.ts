// Lists that their schema calls sets or maps (CEL-031, CEL-032): the order of items does not count, and `+` merges.

import { contains, equal } from '../value/compare.ts';
import { ArrayList, itemsOf, type List } from '../value/value.ts';
import { type Adapt, JsonList } from './json-value.ts';

function sameItems(left: List, right: List): boolean {
  if (left.size !== right.size) return false;
  for (const item of itemsOf(left)) if (!contains(right, item)) return false;
  return true;
}

/** A list of unique items. */
export class SetList extends JsonList {
  override equals(other: List): boolean {
    return sameItems(this, other);
  }

  /** The items of both, each once. */
  override joined(other: List): List {
    const items = [...itemsOf(this)];
    for (const item of itemsOf(other)) if (!items.some((own) => equal(own, item))) items.push(item);
    return new MergedList(items);
  }
}

/** Returns what identifies an item of a map list: the text of its keys. */
export type KeyOf = (raw: unknown) => string;

/** A list whose items are known by some of their fields. */
export class KeyedList extends JsonList {
  private readonly keyOf: KeyOf;

  constructor(raw: readonly unknown[], adapt: Adapt, keyOf: KeyOf) {
    super(raw, adapt);
    this.keyOf = keyOf;
  }

  override equals(other: List): boolean | undefined {
    if (!(other instanceof KeyedList)) return sameItems(this, other);
    if (this.size !== other.size) return false;
    const places = other.places();
    return this.raw.every((item, at) => {
      const place = places.get(this.keyOf(item));
      return place !== undefined && equal(this.at(at), other.at(place));
    });
  }

  /** The items of this list, replaced by those of the other with the same key, which brings its further ones. */
  override joined(other: List): List | undefined {
    if (!(other instanceof KeyedList)) return undefined;
    const items = [...itemsOf(this)];
    const places = this.places();
    for (const [at, raw] of other.raw.entries()) {
      const key = this.keyOf(raw);
      const place = places.get(key);
      if (place === undefined) {
        places.set(key, items.length);
        items.push(other.at(at));
      } else items[place] = other.at(at);
    }
    return new MergedList(items);
  }

  private places(): Map<string, number> {
    return new Map(this.raw.map((item, at) => [this.keyOf(item), at]));
  }
}

/** What `+` of such lists gives: compared as they are. */
class MergedList extends ArrayList {
  override equals(other: List): boolean {
    return sameItems(this, other);
  }
}
