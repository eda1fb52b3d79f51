// The plug-in that applies policies which change objects, one after the other. Which there are follows the stored policies and
// bindings.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { Abortable, AdmissionAttributes, AdmissionPlugin, Admitted } from '../contract/admission.ts';
import type { AdmissionTarget } from '../contract/hook.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { interruptedBy, onceDecided, WriteAuthorization } from '../expression/authorizing.ts';
import { currentHooks, type OfferedHook } from '../hook/current-hooks.ts';
import { type HookRounds, roundsOf } from '../hook/hook-rounds.ts';
import { StoredHooks } from '../hook/stored-hooks.ts';
import { exemptFromPolicies } from '../rule/exempt.ts';
import { refusal } from '../rule/refusal.ts';
import { mayMatch, requestVersion } from '../rule/resource-rules.ts';
import { restoreHidden, shownObject } from '../rule/shown-object.ts';
import { MutatingPolicy, type PolicyFault, type PolicyInvocation } from './mutating-policy.ts';
import type { MutationEvaluator, MutationInputs } from './mutation-evaluator.ts';
import { mutatingPoliciesOf } from './policy.ts';
import type { MutationMetrics } from './policy-metrics.ts';
import { isOwnVersion, seenWrite } from './policy-steps.ts';
import type { PolicyTools } from './policy-tools.ts';

export interface MutatingPolicyListers {
  readonly mutatingPolicies: Lister;
  readonly mutatingPolicyBindings: Lister;
}

export interface MutatingPolicyTools extends PolicyTools {
  readonly mutationMetrics: MutationMetrics;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

const pluginName = 'MutatingAdmissionPolicy';

export function mutatingPolicies(
  { mutatingPolicies: policies, mutatingPolicyBindings: bindings }: MutatingPolicyListers,
  tools: MutatingPolicyTools,
): AdmissionPlugin {
  const { versions, vendor } = tools;
  const source = new StoredHooks<MutatingPolicy>({
    revision: () => policies.revision() + bindings.revision() + versions.revision,
    objects: () => policies.list(),
    exempt: exemptFromPolicies(vendor),
    make: (objects) =>
      mutatingPoliciesOf(objects, bindings.list()).map(
        (policy): OfferedHook<MutatingPolicy> => ({
          hook: new MutatingPolicy(policy, tools),
          matches: (target: AdmissionTarget) =>
            mayMatch(policy.match.rules, policy.match.matchPolicy, target, versions),
        }),
      ),
  });
  const policiesFor = currentHooks(source);
  return {
    name: pluginName,
    get revision() {
      return source.revision;
    },
    // What is deleted cannot be changed.
    handles: (operation, group, resource, subresource, version) =>
      operation !== 'DELETE' && policiesFor({ operation, group, version, resource, subresource }).length > 0,
    mutate: (attributes, request) => applyPolicies(policiesFor(attributes), attributes, request, tools),
  };
}

/** All policies are matched before the first of them changes anything. */
function applyPolicies(
  policies: readonly MutatingPolicy[],
  attributes: AdmissionAttributes,
  request: Abortable,
  tools: MutatingPolicyTools,
): Admitted {
  const faults: PolicyFault[] = [];
  const matched: { readonly policy: MutatingPolicy; readonly seen: VersionedResource }[] = [];
  for (const policy of policies) {
    const seen = policy.matched(attributes, faults);
    if (seen !== undefined) matched.push({ policy, seen });
  }
  if (matched.length === 0 && faults.length === 0) return undefined;
  const run = async (): Promise<void> => {
    const invocations: PolicyInvocation[] = [];
    for (const { policy, seen } of matched) {
      for (const one of await policy.invocations(seen, attributes, request, faults)) invocations.push(one);
    }
    await new MutationRun(attributes, request, tools, faults).invoke(invocations);
    refuseFor(faults, attributes);
  };
  return run();
}

/** What one write meets in one round. */
class MutationRun {
  readonly #attributes: AdmissionAttributes;
  readonly #request: Abortable;
  readonly #tools: MutatingPolicyTools;
  readonly #faults: PolicyFault[];
  readonly #authorization: WriteAuthorization;

  constructor(attributes: AdmissionAttributes, request: Abortable, tools: MutatingPolicyTools, faults: PolicyFault[]) {
    this.#attributes = attributes;
    this.#request = request;
    this.#tools = tools;
    this.#faults = faults;
    this.#authorization = new WriteAuthorization(tools.authorizer, attributes.user, request.signal);
  }

  async invoke(invocations: readonly PolicyInvocation[]): Promise<void> {
    const attributes = this.#attributes;
    const reinvocation = (attributes.reinvocation ??= { round: 0, requested: false, byPlugin: new Map() });
    const rounds = roundsOf(reinvocation, pluginName);
    if (reinvocation.round === 1) rounds.resume(attributes);
    let patched = false;
    for (const invocation of invocations) {
      const mutation = await this.#invoke(invocation, reinvocation.round === 1 ? rounds : undefined);
      if (mutation === 'skipped') continue;
      patched ||= mutation !== 'unpatched';
      if (mutation === 'changed') rounds.changed();
      rounds.called({ name: invocation.key, reinvocation: invocation.policy.spec.expressions.reinvocation });
    }
    if (patched) {
      // Any patch makes all called policies due again, including the one that made it, as in the reference server.
      rounds.changed();
      reinvocation.requested = true;
    }
    rounds.left(attributes);
  }

  /** `due`: only what is due is called. */
  async #invoke(
    invocation: PolicyInvocation,
    due: HookRounds | undefined,
  ): Promise<'skipped' | 'unpatched' | 'unchanged' | 'changed'> {
    const { policy, binding, seen, params, key } = invocation;
    const request = this.#request;
    const evaluator = await policy.evaluator();
    const inputs: MutationInputs = {
      write: await this.#seen(seen),
      params: policy.spec.expressions.params ? params : undefined,
      authorization: this.#authorization,
      interrupted: interruptedBy(request),
    };
    const conditions = await onceDecided(request, () => evaluator.conditions(inputs));
    if (conditions.outcome === 'excluded') return 'skipped';
    if (conditions.outcome === 'failed') {
      this.#faults.push({ policy, binding, message: conditions.message, reason: 'Invalid' });
      return 'skipped';
    }
    if (due?.isDue({ name: key, reinvocation: 'IfNeeded' }) === false) return 'skipped';
    if (inputs.write.object === undefined) return 'unpatched';
    const object = await this.#mutated(invocation, evaluator, inputs);
    if (object === undefined) return 'unpatched';
    const changed = !isDeepStrictEqual(object, inputs.write.object);
    if (changed) await this.#take(object, seen);
    return changed ? 'changed' : 'unchanged';
  }

  async #seen(seen: VersionedResource): Promise<MutationInputs['write']> {
    const attributes = this.#attributes;
    const shown = shownObject(attributes, 'mutating');
    return seenWrite(seen, shown, { attributes, request: this.#request, tools: this.#tools });
  }

  /** After all mutations of the policy, without those that fail. Undefined: none was made. */
  async #mutated(
    { policy, binding }: PolicyInvocation,
    evaluator: MutationEvaluator,
    inputs: MutationInputs,
  ): Promise<ApiObject | undefined> {
    const { mutationMetrics, now } = this.#tools;
    let object: ApiObject | undefined;
    for (let place = 0; place < evaluator.mutations; place += 1) {
      const started = now();
      const observe = (failed: boolean): void =>
        mutationMetrics.evaluated(policy.name, binding, { failed, milliseconds: now() - started });
      const write = object === undefined ? inputs.write : { ...inputs.write, object };
      try {
        object = await onceDecided(this.#request, () => evaluator.mutate(place, { ...inputs, write }));
        observe(false);
      } catch (error) {
        this.#request.signal.throwIfAborted();
        observe(true);
        if (error instanceof StatusError) throw error;
        const message = error instanceof Error ? error.message : String(error);
        this.#faults.push({ policy, binding, message, reason: 'Invalid' });
      }
    }
    return object;
  }

  async #take(object: ApiObject, seen: VersionedResource): Promise<void> {
    const attributes = this.#attributes;
    const { versions } = this.#tools;
    const own = requestVersion(attributes);
    const back = isOwnVersion(seen, attributes) ? object : await versions.convert(object, seen, own, this.#request);
    if (attributes.object !== undefined) restoreHidden(back, attributes.object, versions.schema(own));
    attributes.object = back;
  }
}

/** The first fault decides; all of them are causes. Those of policies that ignore failures count for nothing. */
function refuseFor(faults: readonly PolicyFault[], attributes: AdmissionAttributes): void {
  const counted = faults.filter(({ policy }) => !policy.spec.ignoresFailures);
  const [first] = counted;
  if (first === undefined) return;
  const causes = counted.map((fault) => ({ message: faultText(fault) }));
  const { status } = refusal(attributes, 'admission request denied by policy', causes);
  throw new StatusError({
    ...status,
    message: faultText(first),
    ...(first.reason === '' ? {} : { reason: first.reason }),
  });
}

function faultText({ policy, binding, message }: PolicyFault): string {
  const named = binding === undefined ? JSON.stringify(policy.name) : `'${policy.name}' with binding '${binding}'`;
  return `policy ${named} denied request: ${message}`;
}
