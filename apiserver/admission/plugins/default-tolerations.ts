// DefaultTolerationSeconds: a pod stays five minutes on a node that is not ready or unreachable, unless it says otherwise.

import type { Toleration } from '../../../shared/object/toleration.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';
import { isPodWrite, podSpecOf } from '../rule/pod-form.ts';

const effect = 'NoExecute';

export interface TolerationSeconds {
  readonly notReady: number;
  readonly unreachable: number;
}

export function defaultTolerationSeconds(
  vendor: Vendor,
  { notReady, unreachable }: TolerationSeconds = { notReady: 300, unreachable: 300 },
): AdmissionPlugin {
  const periods = new Map([
    [vendor.fill('node.{label}/not-ready'), notReady],
    [vendor.fill('node.{label}/unreachable'), unreachable],
  ]);
  return {
    name: 'DefaultTolerationSeconds',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' || operation === 'UPDATE') && isPodWrite(group, resource, subresource),
    async mutate({ object }) {
      const spec = podSpecOf(object);
      if (spec === undefined) return;
      const present = spec.tolerations ?? [];
      const missing = [...periods].filter(([key]) => !present.some((toleration) => covers(toleration, key)));
      if (missing.length === 0) return;
      const added = missing.map(
        ([key, tolerationSeconds]): Toleration => ({ key, operator: 'Exists', effect, tolerationSeconds }),
      );
      spec.tolerations = [...present, ...added];
    },
  };
}

function covers(toleration: Toleration, key: string): boolean {
  const anyKey = (toleration.key ?? '') === '';
  const anyEffect = (toleration.effect ?? '') === '';
  return (anyKey || toleration.key === key) && (anyEffect || toleration.effect === effect);
}
