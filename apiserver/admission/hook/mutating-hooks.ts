// The plug-in that calls mutating hooks, one after the other. Hooks with re-invocation are called once more when the object was
// changed after their call (ADM-008).

import type { Abortable, AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import type { HookCall, HookSource, MutatingHook } from '../contract/hook.ts';
import { currentHooks } from './current-hooks.ts';
import { roundsOf } from './hook-rounds.ts';

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

function callOf(request: Abortable, round: 0 | 1): HookCall {
  return {
    round,
    get signal() {
      return request.signal;
    },
    get overdue() {
      return request.overdue === true;
    },
  };
}
