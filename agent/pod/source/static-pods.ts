// The static pods of this node, from all sources.

import type { Pod } from '../object/pod.ts';

export interface StaticPodsHandler {
  added(pod: Pod): void;
  removed(pod: Pod): void;
}

export class StaticPods {
  readonly #bySource = new Map<string, ReadonlyMap<string, Pod>>();
  readonly #sources: readonly string[];
  readonly #handlers = new Set<StaticPodsHandler>();

  /** The names of all sources. None: there are no static pods. */
  constructor(sources: readonly string[]) {
    this.#sources = sources;
  }

  /** Undefined until every source was read once. */
  list(): readonly Pod[] | undefined {
    if (this.#sources.some((source) => !this.#bySource.has(source))) return undefined;
    return [...this.#bySource.values()].flatMap((pods) => [...pods.values()]);
  }

  has(uid: string): boolean {
    return [...this.#bySource.values()].some((pods) => pods.has(uid));
  }

  /** Sets all pods of one source. An unchanged pod stays the same object. */
  set(source: string, pods: readonly Pod[]): void {
    const before = this.#bySource.get(source) ?? new Map<string, Pod>();
    const after = new Map(
      pods.map((pod) => {
        const uid = pod.metadata.uid ?? '';
        return [uid, before.get(uid) ?? pod] as const;
      }),
    );
    this.#bySource.set(source, after);
    for (const [uid, pod] of before) if (!after.has(uid)) for (const one of this.#handlers) one.removed(pod);
    for (const [uid, pod] of after) if (!before.has(uid)) for (const one of this.#handlers) one.added(pod);
  }

  /** Calls `added` at once for all existing pods. Returns the function that removes the handler. */
  onChange(handler: StaticPodsHandler): () => void {
    this.#handlers.add(handler);
    for (const pods of this.#bySource.values()) for (const pod of pods.values()) handler.added(pod);
    return () => this.#handlers.delete(handler);
  }
}
