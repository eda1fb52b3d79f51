// The usage counters by resource. Some resources have counters of their own; for all others the objects are counted.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { objectCounter, type UsageCounter } from './counter.ts';
import { deviceClaimCounter, serviceCounter, volumeClaimCounter } from './further-counters.ts';
import { podCounter } from './pod-counter.ts';

/** Core resources that have a second name in quotas. */
const named = ['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'];

export class UsageCounters {
  readonly #counters: Map<string, UsageCounter>;
  readonly #ignored: ReadonlySet<string>;

  /** `now`: milliseconds since the epoch. */
  constructor(vendor: Vendor, now: () => number) {
    const events = vendor.fill('events.{api}/events');
    const reviews = [vendor.fill('authentication.{api}'), vendor.fill('authorization.{api}')];
    this.#ignored = new Set([
      '/bindings',
      '/componentstatuses',
      '/events',
      events,
      ...reviews.flatMap((group) =>
        [
          'tokenreviews',
          'selfsubjectreviews',
          'subjectaccessreviews',
          'selfsubjectaccessreviews',
          'localsubjectaccessreviews',
          'selfsubjectrulesreviews',
        ].map((resource) => `${group}/${resource}`),
      ),
    ]);
    this.#counters = new Map<string, UsageCounter>([
      ['/pods', podCounter(vendor, now)],
      ['/services', serviceCounter],
      ['/persistentvolumeclaims', volumeClaimCounter(vendor)],
      [vendor.fill('resource.{api}/resourceclaims'), deviceClaimCounter(vendor)],
      ...named.map((resource) => [`/${resource}`, objectCounter('', resource, resource)] as const),
    ]);
  }

  /** Undefined: nothing is counted. `group` and `resource` are of a resource that is served, so that clients cannot make it grow. */
  of(group: string, resource: string): UsageCounter | undefined {
    const key = `${group}/${resource}`;
    if (this.#ignored.has(key)) return undefined;
    let counter = this.#counters.get(key);
    if (counter === undefined) this.#counters.set(key, (counter = objectCounter(group, resource)));
    return counter;
  }
}
