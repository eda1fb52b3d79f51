// The plug-in that calls validating hooks: all of them at once. When several refuse, the first of them in the order of the hooks
// decides what the client reads, whichever was the quickest.

import type { Abortable, AdmissionAttributes, AdmissionPlugin, Admitted } from '../contract/admission.ts';
import type { HookSource, ValidatingHook } from '../contract/hook.ts';
import { currentHooks } from './current-hooks.ts';

/** `name`: the plug-in's place in the chain. */
export function validatingHooks(name: string, source: HookSource<ValidatingHook>): AdmissionPlugin {
  const hooksFor = currentHooks(source);
  return {
    name,
    get revision() {
      return source.revision;
    },
    handles: (operation, group, resource, subresource, version) =>
      hooksFor({ operation, group, version, resource, subresource }).length > 0,
    validate: (attributes, request) => callAll(hooksFor(attributes), attributes, request),
  };
}

/** Ends when every hook has ended: what they record belongs to the request. */
function callAll(hooks: readonly ValidatingHook[], attributes: AdmissionAttributes, request: Abortable): Admitted {
  const refusals = new Map<number, unknown>();
  const waiting: Promise<void>[] = [];
  for (const [index, hook] of hooks.entries()) {
    try {
      const admitted = hook.validate(attributes, request);
      if (admitted !== undefined) waiting.push(admitted.catch((error: unknown) => void refusals.set(index, error)));
    } catch (error) {
      refusals.set(index, error);
    }
  }
  const decide = (): undefined => {
    if (refusals.size > 0) throw refusals.get(Math.min(...refusals.keys()));
  };
  return waiting.length === 0 ? decide() : Promise.all(waiting).then(decide);
}
