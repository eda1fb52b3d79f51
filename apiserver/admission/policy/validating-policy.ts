// A validating policy as a hook of the chain: it is evaluated for each of its bindings that match, with each of their parameters.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { type Reason, reasonCodes } from '../../../shared/object/errors.ts';
import type { Abortable, AdmissionAttributes, Admitted } from '../contract/admission.ts';
import type { ValidatingHook } from '../contract/hook.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { interruptedBy, onceDecided, WriteAuthorization } from '../expression/authorizing.ts';
import type { SeenWrite } from '../expression/write-inputs.ts';
import { refusal } from '../rule/refusal.ts';
import type { PolicyBinding, ValidatingPolicySpec } from './policy.ts';
import type { PolicyEvaluator, PolicyObjection, PolicyVerdict } from './policy-evaluator.ts';
import { bindingParams, configurationFault, policyMatch, seenWrite } from './policy-steps.ts';
import type { PolicyTools } from './policy-tools.ts';

/** Characters of an audit annotation. */
const longestAnnotation = 10 * 1024;

/** Why a write is refused. */
interface Denial {
  readonly message: string;
  readonly reason: string;
  /** Undefined: the policy itself cannot be used. */
  readonly binding: string | undefined;
}

/** What one write has met so far. */
interface PolicyRun {
  readonly attributes: AdmissionAttributes;
  readonly request: Abortable;
  readonly authorization: WriteAuthorization;
  readonly denials: Denial[];
  /** Values by key. */
  readonly annotations: Map<string, string[]>;
  write: SeenWrite | undefined;
}

export class ValidatingPolicy implements ValidatingHook {
  readonly name: string;
  readonly #policy: ValidatingPolicySpec;
  readonly #tools: PolicyTools;
  #evaluator: Promise<PolicyEvaluator> | undefined;

  constructor(policy: ValidatingPolicySpec, tools: PolicyTools) {
    this.name = policy.name;
    this.#policy = policy;
    this.#tools = tools;
  }

  validate(attributes: AdmissionAttributes, request: Abortable): Admitted {
    const denials: Denial[] = [];
    const seen = this.#matched(attributes, denials);
    if (seen === undefined)
      return denials.length === 0 ? undefined : Promise.reject(this.#refusal(attributes, denials));
    return this.#validate(seen, {
      attributes,
      request,
      authorization: new WriteAuthorization(this.#tools.authorizer, attributes.user, request.signal),
      denials,
      annotations: new Map(),
      write: undefined,
    });
  }

  /** Undefined, too, where the policy cannot be used. */
  #matched(attributes: AdmissionAttributes, denials: Denial[]): VersionedResource | undefined {
    try {
      return policyMatch(this.#policy, attributes, this.#tools);
    } catch (error) {
      this.#misconfigured(error, undefined, denials);
      return undefined;
    }
  }

  async #validate(seen: VersionedResource, run: PolicyRun): Promise<void> {
    for (const binding of this.#policy.bindings) await this.#bound(binding, seen, run);
    const { attributes, annotations, denials } = run;
    for (const [key, values] of annotations) {
      const fault = attributes.addAnnotation(`${this.name}/${key}`, values.join(', '));
      if (fault !== undefined) this.#tools.log.warn('an audit annotation of a policy is lost', { key, reason: fault });
    }
    if (denials.length > 0) throw this.#refusal(attributes, denials);
  }

  async #bound(binding: PolicyBinding, seen: VersionedResource, run: PolicyRun): Promise<void> {
    const { attributes, request, denials } = run;
    const of = { attributes, request, tools: this.#tools };
    let params: readonly (ApiObject | null)[];
    try {
      params = await bindingParams(this.#policy, binding, of);
      if (params.length > 0) run.write ??= await seenWrite(seen, attributes.object, of);
    } catch (error) {
      request.signal.throwIfAborted();
      this.#misconfigured(error, binding.name, denials);
      return;
    }
    const { write } = run;
    if (write === undefined) return;
    for (const one of params) this.#take(await this.#verdict(write, one, run), binding, run);
  }

  async #verdict(write: SeenWrite, params: ApiObject | null, run: PolicyRun): Promise<PolicyVerdict> {
    const { request, authorization } = run;
    const evaluator = await (this.#evaluator ??= this.#compile());
    const evaluation = {
      write,
      params: this.#policy.expressions.params ? params : undefined,
      authorization,
      interrupted: interruptedBy(request),
    };
    return onceDecided(request, () => evaluator.evaluate(evaluation));
  }

  /** When it is first needed: the language is loaded with the first policy that matches. */
  async #compile(): Promise<PolicyEvaluator> {
    const { PolicyEvaluator } = await import('./policy-evaluator.ts');
    const { expressions, ignoresFailures } = this.#policy;
    return new PolicyEvaluator(expressions, ignoresFailures, this.#tools.vendor);
  }

  #take(verdict: PolicyVerdict, binding: PolicyBinding, { attributes, annotations, denials }: PolicyRun): void {
    for (const objection of verdict.objections) this.#object(objection, binding, attributes, denials);
    for (const [key, value] of verdict.annotations) {
      const values = annotations.get(key) ?? [];
      const shown = Buffer.from(value).subarray(0, longestAnnotation).toString('utf8');
      if (!values.includes(shown)) annotations.set(key, [...values, shown]);
    }
    for (const message of verdict.annotationFailures) {
      denials.push({ message, reason: '', binding: binding.name });
      this.#tools.metrics.enforced(this.name, binding.name, 'deny', true);
    }
  }

  #object(
    objection: PolicyObjection,
    { name: binding, actions }: PolicyBinding,
    attributes: AdmissionAttributes,
    denials: Denial[],
  ): void {
    const { message, reason, failed, index } = objection;
    const { metrics, vendor, log } = this.#tools;
    for (const action of actions) {
      if (action === 'Deny') {
        denials.push({ message, reason, binding });
        metrics.enforced(this.name, binding, 'deny', failed);
      } else if (action === 'Warn') {
        attributes.warn(
          `Validation failed for ValidatingAdmissionPolicy '${this.name}' with binding '${binding}': ${message}`,
        );
        metrics.enforced(this.name, binding, 'warn', failed);
      } else {
        const failure = { message, policy: this.name, binding, expressionIndex: index, validationActions: actions };
        const key = vendor.fill('validation.policy.admission.{api}/validation_failure');
        const fault = attributes.addAnnotation(key, JSON.stringify([failure]));
        if (fault !== undefined) log.warn('an audit annotation of a policy is lost', { key, reason: fault });
        metrics.enforced(this.name, binding, 'audit', failed);
      }
    }
  }

  /** The policy, or a binding of it, cannot be used: a failure like that of an expression. */
  #misconfigured(error: unknown, binding: string | undefined, denials: Denial[]): void {
    if (this.#policy.ignoresFailures) return;
    const message = configurationFault(error, binding === undefined ? 'policy' : 'binding');
    denials.push({ message, reason: '', binding });
  }

  /** The first denial decides. */
  #refusal(attributes: AdmissionAttributes, [first]: readonly Denial[]): StatusError {
    const { message = '', reason = '', binding } = first ?? {};
    const bound = binding === undefined ? '' : ` with binding '${binding}'`;
    const text = `ValidatingAdmissionPolicy '${this.name}'${bound} denied request: ${message}`;
    const { status } = refusal(attributes, text, [{ message: text }]);
    const shown = reason === '' ? 'Invalid' : reason;
    const code = reasonCodes[shown as Reason] ?? reasonCodes.Invalid;
    return new StatusError({ ...status, reason: shown, code });
  }
}
