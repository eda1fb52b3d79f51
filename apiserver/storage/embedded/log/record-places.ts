// Where the records of a log lie in its file: by revision, in arrays of numbers, 20 bytes for each record.

import type { Revision } from '../../contract/store.ts';

/** Bytes of a file. */
export interface Place {
  readonly revision: Revision;
  readonly position: number;
  readonly length: number;
}

export class RecordPlaces {
  #revisions = new Float64Array(64);
  #positions = new Float64Array(64);
  /** 0: the record was removed. */
  #lengths = new Uint32Array(64);
  #count = 0;
  #removed = 0;
  #bytes = 0;

  /** Bytes of all records. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The last revision that was added; 0: none was. */
  get last(): Revision {
    return this.#revisions[this.#count - 1] ?? 0;
  }

  /** The revision is greater than all before. */
  add({ revision, position, length }: Place): void {
    if (this.#count === this.#revisions.length) this.#resize(2 * this.#count);
    this.#revisions[this.#count] = revision;
    this.#positions[this.#count] = position;
    this.#lengths[this.#count] = length;
    this.#count += 1;
    this.#bytes += length;
  }

  get(revision: Revision): Place | undefined {
    const at = this.#indexAfter(revision - 1);
    return at < this.#count && this.#revisions[at] === revision ? this.#placeAt(at) : undefined;
  }

  /** At most `limit` places of records after a revision, ascending. */
  after(revision: Revision, limit: number): Place[] {
    const places: Place[] = [];
    for (let at = this.#indexAfter(revision); at < this.#count && places.length < limit; at += 1) {
      const place = this.#placeAt(at);
      if (place !== undefined) places.push(place);
    }
    return places;
  }

  /** No effect where there is none. */
  remove(revision: Revision): void {
    const at = this.#indexAfter(revision - 1);
    const length = this.#lengths[at] ?? 0;
    if (at >= this.#count || this.#revisions[at] !== revision || length === 0) return;
    this.#bytes -= length;
    this.#lengths[at] = 0;
    this.#removed += 1;
    if (this.#removed > 1000 && this.#removed * 2 > this.#count) this.#forgetRemoved();
  }

  #placeAt(at: number): Place | undefined {
    const length = this.#lengths[at] ?? 0;
    if (length === 0) return undefined;
    return { revision: this.#revisions[at] ?? 0, position: this.#positions[at] ?? 0, length };
  }

  /** Index of the first place after a revision. */
  #indexAfter(revision: Revision): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#revisions[middle] ?? 0) > revision) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The last place stays, removed or not: its revision is that of the log. */
  #forgetRemoved(): void {
    let kept = 0;
    for (let at = 0; at < this.#count; at += 1) {
      if (this.#lengths[at] === 0 && at < this.#count - 1) continue;
      this.#revisions[kept] = this.#revisions[at] ?? 0;
      this.#positions[kept] = this.#positions[at] ?? 0;
      this.#lengths[kept] = this.#lengths[at] ?? 0;
      kept += 1;
    }
    this.#count = kept;
    this.#removed = 0;
    this.#resize(Math.max(64, 2 * kept));
  }

  #resize(capacity: number): void {
    this.#revisions = resized(this.#revisions, new Float64Array(capacity), this.#count);
    this.#positions = resized(this.#positions, new Float64Array(capacity), this.#count);
    this.#lengths = resized(this.#lengths, new Uint32Array(capacity), this.#count);
  }
}

function resized<Numbers extends Float64Array | Uint32Array>(from: Numbers, to: Numbers, count: number): Numbers {
  to.set(from.subarray(0, count));
  return to;
}
