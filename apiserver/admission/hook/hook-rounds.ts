// Which of the callees that change objects are called once more, because something changed the object after them (ADM-008).

import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { AdmissionAttributes, Reinvocation } from '../contract/admission.ts';
import type { MutatingHook } from '../contract/hook.ts';

type RoundHook = Pick<MutatingHook, 'name' | 'reinvocation'>;

/** What one plug-in remembers between the rounds of a write. */
export class HookRounds {
  /** Hooks that want to see the object again, and were called since it last changed. */
  readonly #called = new Set<string>();
  /** Those after which the object has changed. */
  readonly #due = new Set<string>();
  /** The object as this plug-in left it. */
  #left: string | undefined;

  isDue(hook: RoundHook): boolean {
    return this.#due.has(hook.name);
  }

  /** Something changed the object: every hook called so far is due. */
  changed(): void {
    for (const name of this.#called) this.#due.add(name);
    this.#called.clear();
  }

  called({ name, reinvocation }: RoundHook): void {
    if (reinvocation === 'IfNeeded') this.#called.add(name);
  }

  left(attributes: AdmissionAttributes): void {
    this.#left = this.#called.size === 0 ? undefined : stringifyJson(attributes.object);
  }

  /** Others of the chain have run since `left`. */
  resume(attributes: AdmissionAttributes): void {
    if (this.#left !== undefined && this.#left !== stringifyJson(attributes.object)) this.changed();
  }
}

/** Of a plug-in, in one write. */
export function roundsOf({ byPlugin }: Reinvocation, plugin: string): HookRounds {
  let rounds = byPlugin.get(plugin);
  if (!(rounds instanceof HookRounds)) byPlugin.set(plugin, (rounds = new HookRounds()));
  return rounds as HookRounds;
}
