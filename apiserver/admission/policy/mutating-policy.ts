// A policy that changes objects: its expressions are compiled when a write first needs them.

import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import type { VersionedResource } from '../contract/versions.ts';
import type { MutationEvaluator } from './mutation-evaluator.ts';
import type { MutatingPolicySpec } from './policy.ts';
import { bindingParams, configurationFault, policyMatch, type PolicyWrite } from './policy-steps.ts';
import type { PolicyTools } from './policy-tools.ts';

/** One evaluation of a policy: for a binding, with one of its parameters. */
export interface PolicyInvocation {
  readonly policy: MutatingPolicy;
  readonly binding: string;
  readonly seen: VersionedResource;
  readonly params: Awaited<ReturnType<typeof bindingParams>>[number];
  /** Tells it apart from others of the same write. */
  readonly key: string;
}

/** Why a policy cannot be applied. */
export interface PolicyFault {
  readonly policy: MutatingPolicy;
  /** Undefined: the policy itself cannot be used. */
  readonly binding: string | undefined;
  readonly message: string;
  /** '' for what cannot be used. */
  readonly reason: string;
}

export class MutatingPolicy {
  readonly name: string;
  readonly spec: MutatingPolicySpec;
  readonly #tools: PolicyTools;
  #evaluator: Promise<MutationEvaluator> | undefined;

  constructor(spec: MutatingPolicySpec, tools: PolicyTools) {
    this.name = spec.name;
    this.spec = spec;
    this.#tools = tools;
  }

  /** The version in which it sees the write; undefined: not at all. A fault is put to the others. */
  matched(attributes: AdmissionAttributes, faults: PolicyFault[]): VersionedResource | undefined {
    try {
      return policyMatch(this.spec, attributes, this.#tools);
    } catch (error) {
      const message = configurationFault(error, 'policy');
      faults.push({ policy: this, binding: undefined, message, reason: '' });
      return undefined;
    }
  }

  /** Rejects when the request ends. */
  async invocations(
    seen: VersionedResource,
    attributes: AdmissionAttributes,
    request: Abortable,
    faults: PolicyFault[],
  ): Promise<readonly PolicyInvocation[]> {
    const of: PolicyWrite = { attributes, request, tools: this.#tools };
    const invocations: PolicyInvocation[] = [];
    for (const binding of this.spec.bindings) {
      try {
        for (const params of await bindingParams(this.spec, binding, of)) {
          const { namespace = '', name = '' } = params?.metadata ?? {};
          const key = `${this.name}/${binding.name}/${namespace}/${name}`;
          invocations.push({ policy: this, binding: binding.name, seen, params, key });
        }
      } catch (error) {
        request.signal.throwIfAborted();
        const message = configurationFault(error, 'binding');
        faults.push({ policy: this, binding: binding.name, message, reason: '' });
      }
    }
    return invocations;
  }

  /** The language is loaded with the first policy that matches. */
  evaluator(): Promise<MutationEvaluator> {
    return (this.#evaluator ??= this.#compile());
  }

  async #compile(): Promise<MutationEvaluator> {
    const { MutationEvaluator } = await import('./mutation-evaluator.ts');
    return new MutationEvaluator(this.spec.expressions, this.#tools.vendor, this.#tools.versions);
  }
}
