// Rules for pods that are younger than some pods, and than some templates of them: what such an object breaks already, its updates
// may leave broken. They hold for pods and for every kind that has a template.

import { asStored, type Tolerance } from '../../../../contract/tolerance.ts';
import { podSpecOf } from './pod-places.ts';

const podAffinity = String.raw`\.affinity\.pod(Anti)?Affinity\..*\.(label|namespace)Selector\.`;
const requiredNodes = String.raw`\.nodeAffinity\.required\w+\.nodeSelectorTerms\[\d+\]\.matchExpressions\[\d+\]\.values\[`;

export const podTolerances: readonly Tolerance[] = [
  asStored({ field: /./, detail: /is not positive integer multiple of hugepages-/ }),
  // A selector that is broken in any way lets values be that no label has.
  asStored(
    { field: new RegExp(String.raw`${podAffinity}matchExpressions\[\d+\]\.values\[`) },
    { field: new RegExp(podAffinity) },
  ),
  asStored({ field: new RegExp(requiredNodes) }),
  asStored({ field: /\.topologySpreadConstraints\[\d+\]\.labelSelector\b/ }),
  asStored({ field: /\.securityContext\.sysctls\[\d+\]\.name$/, detail: /^may not be specified when/ }),
  asStored({ field: /\.projected\.path$/, type: 'FieldValueInvalid' }),
  asStored({ field: /\.volumeDevices$/, detail: /`hostUsers`/ }),
  {
    // A feature that is off brings the second policy. Where the pod has a policy, it may have either.
    field: /\.securityContext\.seLinuxChangePolicy$/,
    value: 'MountOption',
    when: ({ stored }) => podSpecOf(stored)?.securityContext?.seLinuxChangePolicy !== undefined,
  },
];
