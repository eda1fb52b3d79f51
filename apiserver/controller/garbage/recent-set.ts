// A set of bounded size: the oldest entries are evicted first.

export class RecentSet {
  readonly #most: number;
  readonly #values = new Set<string>();

  constructor(most: number) {
    this.#most = most;
  }

  has(value: string): boolean {
    return this.#values.has(value);
  }

  add(value: string): void {
    this.#values.add(value);
    if (this.#values.size <= this.#most) return;
    for (const first of this.#values) {
      this.#values.delete(first);
      return;
    }
  }
}
