// A read-only view of the current objects of one resource, for decisions that must not wait for the store (authorization,
// authentication, admission). Imports nothing else of ours but the object shape.

import type { ApiObject } from './api-object.ts';

export interface Lister {
  /** The object, or undefined. `namespace` is '' for cluster-scoped kinds. The result is shared: never change it. */
  get(namespace: string, name: string): ApiObject | undefined;
  /** Every object, or those of one namespace, in key order. Shared: never change them. */
  list(namespace?: string): readonly ApiObject[];
  /** Grows whenever any object of the resource changed; equal: nothing changed (for memoization). */
  revision(): number;
}
