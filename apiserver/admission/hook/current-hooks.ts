// Hooks of plug-ins: each with its rules, asked for once for each revision of their source.

import type { AdmissionTarget, HookSource } from '../contract/hook.ts';

/** A hook with its rules. */
export interface OfferedHook<Hook> {
  readonly hook: Hook;
  /** Whether it is for this operation and resource. Must depend on nothing else. */
  matches(target: AdmissionTarget): boolean;
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
