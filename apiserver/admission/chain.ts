// The admission plug-ins as one: the mutating phase in order, later the validating one in the same order; the first
// refusal ends the request (ADM-006, ADM-009 to ADM-011, ADM-022). When a hook changed the object, the mutating phase runs once
// more (ADM-008).

import { firstDefined } from '../../shared/process/async/maybe-promise.ts';
import { observedCall } from '../../shared/process/metric/observed-call.ts';
import type { AdmissionMetrics, Phase } from './admission-metrics.ts';
import type { Abortable, Admission, AdmissionAttributes, AdmissionPlugin, Admitted } from './contract/admission.ts';

export interface Measuring {
  readonly metrics: AdmissionMetrics;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Resolves once the objects that plug-ins decide by are known; no promise: they are. Rejects when that takes too long. */
export type WhenFresh = (request: Abortable) => Promise<void> | void;

type Step = (attributes: AdmissionAttributes, request: Abortable) => Admitted;

/** The plug-ins of one operation on one resource, by phase. */
interface Selection {
  readonly mutating: readonly Step[];
  readonly validating: readonly Step[];
}

/**
 * `measuring` absent: nothing is recorded. `whenFresh`: both phases wait for it, because without the limits, webhooks and policies
 * that there are, plug-ins would let everything pass; absent: there is nothing to wait for.
 */
export function admissionChain(
  plugins: readonly AdmissionPlugin[],
  measuring?: Measuring,
  whenFresh?: WhenFresh,
): Admission {
  const select = selector(plugins, measuring);
  const fresh = (run: Step): Step =>
    whenFresh === undefined
      ? run
      : (attributes, request) => {
          const waited = whenFresh(request);
          return waited === undefined ? run(attributes, request) : waited.then(() => run(attributes, request));
        };
  // The phase as a whole is measured beside its plug-ins.
  const whole = (phase: Phase, run: Step): Step => {
    if (measuring === undefined) return run;
    const { metrics, now } = measuring;
    return (attributes, request) =>
      observedCall(now, metrics.step(phase, attributes.operation), () => run(attributes, request));
  };
  return {
    mutate: whole(
      'admit',
      fresh((attributes, request) => {
        const admitted = inOrder(select(attributes).mutating, attributes, request);
        const again = (): Admitted => {
          const { reinvocation } = attributes;
          if (reinvocation?.requested !== true) return undefined;
          reinvocation.round = 1;
          return inOrder(select(attributes).mutating, attributes, request);
        };
        return admitted === undefined ? again() : admitted.then(again);
      }),
    ),
    validate: whole(
      'validate',
      fresh((attributes, request) => inOrder(select(attributes).validating, attributes, request)),
    ),
  };
}

/** Caches which plug-ins handle a request. The cache is cleared when a plug-in reports that its answers have changed. */
function selector(
  plugins: readonly AdmissionPlugin[],
  measuring: Measuring | undefined,
): (attributes: AdmissionAttributes) => Selection {
  const changing = plugins.filter((plugin) => plugin.revision !== undefined);
  const revision = (): number => changing.reduce((sum, plugin) => sum + (plugin.revision ?? 0), 0);
  // By served resources only, so that clients cannot make it grow.
  const selected = new Map<string, Selection>();
  let known = revision();
  return (attributes) => {
    const now = revision();
    if (now !== known) {
      known = now;
      selected.clear();
    }
    const { operation, group, version, resource, subresource } = attributes;
    const key = `${operation} ${group}/${version}/${resource}/${subresource}`;
    let selection = selected.get(key);
    if (selection === undefined) {
      const handling = plugins.filter((plugin) => plugin.handles(operation, group, resource, subresource, version));
      const steps = (phase: Phase): readonly Step[] =>
        handling.flatMap((plugin) => stepOf(plugin, phase, attributes, measuring) ?? []);
      selection = { mutating: steps('admit'), validating: steps('validate') };
      selected.set(key, selection);
    }
    return selection;
  };
}

/** Undefined: the plug-in has no part in the phase. */
function stepOf(
  plugin: AdmissionPlugin,
  phase: Phase,
  { operation }: AdmissionAttributes,
  measuring: Measuring | undefined,
): Step | undefined {
  const run = phase === 'admit' ? plugin.mutate?.bind(plugin) : plugin.validate?.bind(plugin);
  if (run === undefined || measuring === undefined) return run;
  const { metrics, now } = measuring;
  const observer = metrics.plugin(plugin.name, phase, operation);
  return (attributes, request) => observedCall(now, observer, () => run(attributes, request));
}

function inOrder(steps: readonly Step[], attributes: AdmissionAttributes, request: Abortable): Admitted {
  return firstDefined<Step, void>(steps, (step) => step(attributes, request)) as Admitted;
}
