// DefaultTolerationSeconds: a pod stays five minutes on a node that is not ready or unreachable, unless it says otherwise.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../admission.ts';
import { isPodWrite, podSpecOf, type Toleration } from '../pod-form.ts';

const effect = 'NoExecute';

/** `seconds`: how long; default 300. */
export function defaultTolerationSeconds(vendor: Vendor, seconds = 300): AdmissionPlugin {
  const keys = [vendor.fill('node.{label}/not-ready'), vendor.fill('node.{label}/unreachable')];
  return {
    name: 'DefaultTolerationSeconds',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(group, resource, subresource),
    async mutate({ object }) {
      const spec = podSpecOf(object);
      if (spec === undefined) return;
      const present = spec.tolerations ?? [];
      const missing = keys.filter((key) => !present.some((toleration) => covers(toleration, key)));
      if (missing.length === 0) return;
      const added = missing.map((key): Toleration => ({ key, operator: 'Exists', effect, tolerationSeconds: seconds }));
      spec.tolerations = [...present, ...added];
    },
  };
}

function covers(toleration: Toleration, key: string): boolean {
  const anyKey = (toleration.key ?? '') === '';
  const anyEffect = (toleration.effect ?? '') === '';
  return (anyKey || toleration.key === key) && (anyEffect || toleration.effect === effect);
}
