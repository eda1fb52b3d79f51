// Pods. Their rules and their table are in `pod/`, the sub-resources that change a part of them in `pod-endpoint/`.

import type { FieldReader, KindRecord } from '../../contract/kind.ts';
import { atPath, firstOf, orElse } from '../fields/selectable-fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { createOnly, getPatchUpdate } from '../row/verbs.ts';
import { ephemeralContainers } from './pod-endpoint/ephemeral-containers.ts';
import { resize } from './pod-endpoint/resize.ts';
import { dropFromPod } from './pod/fields-of-features.ts';
import { podRules } from './pod/pod-spec-validation.ts';
import { podStrategy } from './pod/pod-strategy.ts';
import { podPrinter } from './pod/table/pod-table.ts';

const podAddresses: FieldReader = ({ status }) => {
  if (typeof status !== 'object' || status === null || !('podIPs' in status) || !Array.isArray(status.podIPs))
    return '';
  return status.podIPs.map((entry: { readonly ip?: string }) => entry.ip ?? '').join(',');
};

export default {
  group: '',
  kind: 'Pod',
  name: 'pods',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [
    { name: 'attach', kind: 'PodAttachOptions', verbs: ['create', 'get'] },
    { name: 'binding', kind: 'Binding', verbs: createOnly },
    { name: 'ephemeralcontainers', kind: 'Pod', verbs: getPatchUpdate, update: ephemeralContainers },
    {
      name: 'eviction',
      kind: 'Eviction',
      group: 'policy',
      version: 'v1',
      verbs: createOnly,
      olderVersions: ['v1beta1'],
    },
    { name: 'exec', kind: 'PodExecOptions', verbs: ['create', 'get'] },
    { name: 'log', kind: 'Pod', verbs: ['get'] },
    { name: 'portforward', kind: 'PodPortForwardOptions', verbs: ['create', 'get'] },
    { name: 'proxy', kind: 'PodProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] },
    { name: 'resize', kind: 'Pod', verbs: getPatchUpdate, update: resize },
    'status',
  ],
  strategy: (vendor) => podStrategy(vendor, podRules(vendor)),
  printer: podPrinter,
  selectableFields: [
    ...atPath('spec.nodeName', 'spec.restartPolicy', 'spec.schedulerName', 'spec.serviceAccountName'),
    orElse('spec.hostNetwork', 'false'),
    ...atPath('status.phase', 'status.podIP', 'status.nominatedNodeName'),
    ['status.podIPs', podAddresses],
    firstOf('spec.host', 'spec.nodeName'),
  ],
  generation: contentGeneration,
  droppedTogether: new Map([['core/v1.PodSpec', dropFromPod]]),
} satisfies KindRecord;
