// The cache of watch frames. The key is the object that a frame shows (a change, a batch of changes, the objects of a
// snapshot), and the frame is collected with it. Above a limit all frames are dropped; later callers make them again.

/** Bytes of frames that are kept. */
const mostBytes = 32 * 1024 * 1024;

/** What the maker of a frame reports to the memory of frames. */
export interface Kept {
  /** It takes so many more bytes. */
  grow(bytes: number): void;
  /** The frame cannot be used: the next caller gets a new one. */
  drop(): void;
}

/** How often frames were found, and how often they were made. */
export interface FrameCounts {
  readonly hits: number;
  readonly made: number;
}

export class FrameMemory {
  #bytes = 0;
  #hits = 0;
  #made = 0;
  readonly #kinds: KeptFrames<unknown>[] = [];

  /** Of the frames made since all were let go last; those that went with what they show are among them. */
  get bytes(): number {
    return this.#bytes;
  }

  get limit(): number {
    return mostBytes;
  }

  get counts(): FrameCounts {
    return { hits: this.#hits, made: this.#made };
  }

  /** Frames of one kind, within the one limit. */
  framesOf<T>(): KeptFrames<T> {
    const kind = new KeptFrames<T>(
      (bytes) => this.#grow(bytes),
      (found) => this.#count(found),
    );
    this.#kinds.push(kind);
    return kind;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= mostBytes) return;
    this.#bytes = 0;
    for (const kind of this.#kinds) kind.forget();
  }

  #count(found: boolean): void {
    if (found) this.#hits += 1;
    else this.#made += 1;
  }
}

export class KeptFrames<T> {
  #known = new WeakMap<object, Map<string, T>>();
  readonly #grow: (bytes: number) => void;
  readonly #count: (found: boolean) => void;

  constructor(grow: (bytes: number) => void, count: (found: boolean) => void) {
    this.#grow = grow;
    this.#count = count;
  }

  /** `shown` never changes; `view` is the key for all else the frames depend on. Throws what `make` throws, keeping nothing. */
  of(shown: object, view: string, make: (kept: Kept) => T): T {
    const views = this.#viewsOf(shown);
    const known = views.get(view);
    this.#count(known !== undefined);
    if (known !== undefined) return known;
    const made = make({ grow: this.#grow, drop: () => views.delete(view) });
    views.set(view, made);
    return made;
  }

  forget(): void {
    this.#known = new WeakMap();
  }

  #viewsOf(shown: object): Map<string, T> {
    let views = this.#known.get(shown);
    if (views === undefined) {
      views = new Map();
      this.#known.set(shown, views);
    }
    return views;
  }
}
