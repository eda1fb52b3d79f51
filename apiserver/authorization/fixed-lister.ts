// A lister over objects that its owner puts in by hand, for tests and for servers with fixed objects.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Lister } from '../../shared/object/lister.ts';

export class FixedLister implements Lister {
  readonly #objects = new Map<string, ApiObject>();
  #revision = 0;

  constructor(objects: readonly ApiObject[] = []) {
    for (const object of objects) this.put(object);
  }

  /** Adds the object or replaces the one of its name. */
  put(object: ApiObject): void {
    this.#objects.set(keyOf(object.metadata.namespace ?? '', object.metadata.name ?? ''), object);
    this.#revision += 1;
  }

  remove(namespace: string, name: string): void {
    this.#objects.delete(keyOf(namespace, name));
    this.#revision += 1;
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(keyOf(namespace, name));
  }

  list(namespace?: string): readonly ApiObject[] {
    const keys = [...this.#objects.keys()].sort();
    const prefix = namespace === undefined ? '' : keyOf(namespace, '');
    return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => this.#objects.get(key) ?? []);
  }

  revision(): number {
    return this.#revision;
  }
}

function keyOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
