// The plug-in that calls mutating hooks, one after the other, and those that ask for it once more when something changed the
// object after them (ADM-008).

import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { Abortable, AdmissionAttributes, AdmissionPlugin, Reinvocation } from '../contract/admission.ts';
import type { HookCall, HookSource, MutatingHook } from '../contract/hook.ts';
import { currentHooks } from './hook-list.ts';

/** `name`: the plug-in's place in the chain. */
export function mutatingHooks(name: string, source: HookSource<MutatingHook>): AdmissionPlugin {
  const hooksFor = currentHooks(source);
  return {
    name,
    get revision() {
      return source.revision;
    },
    handles: (operation, group, resource, subresource, version) =>
      hooksFor({ operation, group, version, resource, subresource }).length > 0,
    mutate: (attributes, request) => callInOrder(name, hooksFor(attributes), attributes, request),
  };
}

/** What one plug-in remembers between the rounds of a write. */
class HookRounds {
  /** Hooks that want to see the object again, and were called since it last changed. */
  readonly #called = new Set<string>();
  /** Those after which the object has changed. */
  readonly #due = new Set<string>();
  /** The object as this plug-in left it. */
  #left: string | undefined;

  isDue(hook: MutatingHook): boolean {
    return this.#due.has(hook.name);
  }

  /** Something changed the object: every hook called so far is due. */
  changed(): void {
    for (const name of this.#called) this.#due.add(name);
    this.#called.clear();
  }

  called({ name, reinvocation }: MutatingHook): void {
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

async function callInOrder(
  plugin: string,
  hooks: readonly MutatingHook[],
  attributes: AdmissionAttributes,
  request: Abortable,
): Promise<void> {
  const reinvocation = (attributes.reinvocation ??= { round: 0, requested: false, byPlugin: new Map() });
  const rounds = roundsOf(reinvocation, plugin);
  const { round } = reinvocation;
  if (round === 1) rounds.resume(attributes);
  for (const hook of hooks) {
    if (round === 1 && !rounds.isDue(hook)) continue;
    const mutation = await hook.mutate(attributes, callOf(request, round));
    if (mutation === 'skipped') continue;
    if (mutation === 'changed') {
      rounds.changed();
      reinvocation.requested = true;
    }
    rounds.called(hook);
  }
  rounds.left(attributes);
}

function roundsOf({ byPlugin }: Reinvocation, plugin: string): HookRounds {
  let rounds = byPlugin.get(plugin);
  if (!(rounds instanceof HookRounds)) byPlugin.set(plugin, (rounds = new HookRounds()));
  return rounds as HookRounds;
}

function callOf(request: Abortable, round: 0 | 1): HookCall {
  return {
    round,
    get signal() {
      return request.signal;
    },
  };
}
