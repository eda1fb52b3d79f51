// The hooks of a running server, grouped by the object that describes them. A follower of these objects sets the hooks of an
// object, and removes them when the object is deleted.

import type { AdmissionTarget, HookSource } from '../contract/hook.ts';

/** A hook with its rules. */
export interface OfferedHook<Hook> {
  readonly hook: Hook;
  /** Whether it is for this operation and resource. Must depend on nothing else. */
  matches(target: AdmissionTarget): boolean;
}

/** Calls hooks in the order of their owners' names, those of one owner in its own order. */
export class HookList<Hook extends { readonly name: string }> implements HookSource<Hook> {
  readonly #byOwner = new Map<string, readonly OfferedHook<Hook>[]>();
  #ordered: readonly OfferedHook<Hook>[] = [];
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  matching(target: AdmissionTarget): readonly Hook[] {
    return this.#ordered.filter((offered) => offered.matches(target)).map(({ hook }) => hook);
  }

  /** Replaces the hooks of `owner`; none: it leaves. Writes that are being admitted keep the hooks of the phase they are in. */
  set(owner: string, hooks: readonly OfferedHook<Hook>[]): void {
    if (hooks.length > 0) this.#byOwner.set(owner, hooks);
    else if (!this.#byOwner.delete(owner)) return;
    this.#ordered = [...this.#byOwner]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .flatMap(([, offered]) => offered);
    this.#revision += 1;
  }
}

/** What a source gives for each operation and resource, asked once for each of its revisions. */
export function currentHooks<Hook>(source: HookSource<Hook>): (target: AdmissionTarget) => readonly Hook[] {
  const kept = new Map<string, readonly Hook[]>();
  let { revision } = source;
  return (target) => {
    if (source.revision !== revision) {
      ({ revision } = source);
      kept.clear();
    }
    const key = `${target.operation} ${target.group}/${target.version}/${target.resource}/${target.subresource}`;
    let hooks = kept.get(key);
    if (hooks === undefined) kept.set(key, (hooks = source.matching(target)));
    return hooks;
  };
}
