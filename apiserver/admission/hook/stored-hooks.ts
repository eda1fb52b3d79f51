// Hooks made of the stored objects that describe them. They are made again when the objects have changed: a new configuration
// takes effect for the next write, without a background loop.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { AdmissionTarget, HookSource } from '../contract/hook.ts';
import type { OfferedHook } from './current-hooks.ts';

export interface StoredHooksOptions<Hook> {
  /** Grows when the objects, or what hooks are made of beside them, have changed. */
  readonly revision: () => number;
  /** Throws where they cannot be read: the write fails then. */
  readonly objects: () => readonly ApiObject[];
  /** All hooks of all objects, which are given in the order of their names. */
  readonly make: (objects: readonly ApiObject[]) => readonly OfferedHook<Hook>[];
  /** What no hook ever sees. */
  readonly exempt: (target: AdmissionTarget) => boolean;
}

export class StoredHooks<Hook> implements HookSource<Hook> {
  readonly #options: StoredHooksOptions<Hook>;
  #made: { readonly revision: number; readonly hooks: readonly OfferedHook<Hook>[] } | undefined;

  constructor(options: StoredHooksOptions<Hook>) {
    this.#options = options;
  }

  get revision(): number {
    return this.#options.revision();
  }

  matching(target: AdmissionTarget): readonly Hook[] {
    const { revision, objects, make, exempt } = this.#options;
    if (exempt(target)) return [];
    const current = revision();
    if (this.#made?.revision !== current) this.#made = { revision: current, hooks: make(inOrder(objects())) };
    return this.#made.hooks.filter((offered) => offered.matches(target)).map(({ hook }) => hook);
  }
}

function inOrder(objects: readonly ApiObject[]): readonly ApiObject[] {
  return [...objects].sort((left, right) => ((left.metadata.name ?? '') < (right.metadata.name ?? '') ? -1 : 1));
}
