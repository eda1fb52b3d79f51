// The contract of hooks: callees that users add and remove while the server runs, such as webhooks and policies. A plug-in
// of the chain calls them: `mutatingHooks` one after the other, `validatingHooks` all at once.

import type { Abortable, AdmissionAttributes, Admitted, Operation } from './admission.ts';

/** The operation and the resource of a request, which the rules of a hook match. */
export interface AdmissionTarget {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** '' when none. */
  readonly subresource: string;
}

/** The hooks of one kind at the moment. */
export interface HookSource<Hook> {
  /** Changes with every change of the hooks, and of their order. */
  readonly revision: number;
  /** The hooks whose rules match, in the order they are called. The same until `revision` changes. */
  matching(target: AdmissionTarget): readonly Hook[];
}

/** `skipped`: the hook was not concerned (its selectors or conditions did not match); such a hook is not called in round 1. */
export type Mutation = 'skipped' | 'unchanged' | 'changed';

export interface HookCall extends Abortable {
  /** 1: the call is a re-invocation. */
  readonly round: 0 | 1;
}

export interface MutatingHook {
  /** Unique in its source. */
  readonly name: string;
  /** `IfNeeded`: called once more when something changed the object after it (ADM-008). */
  readonly reinvocation: 'Never' | 'IfNeeded';
  /** May change the object. Throws StatusError to refuse. */
  mutate(attributes: AdmissionAttributes, call: HookCall): Mutation | Promise<Mutation>;
}

export interface ValidatingHook {
  /** Unique in its source. */
  readonly name: string;
  /** Throws StatusError to refuse. Must not change the object. */
  validate(attributes: AdmissionAttributes, request: Abortable): Admitted;
}
