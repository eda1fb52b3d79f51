// Which kind is printed how. Keys are the group template and the kind; a kind that is absent shows its name and its time of
// creation.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import { bindingPrinter, certificateSigningRequestPrinter } from './access.ts';
import { autoscalerPrinter, disruptionBudgetPrinter, quotaPrinter } from './autoscaling.ts';
import { column } from './columns.ts';
import { eventPrinter } from './events.ts';
import { age, boolean, count, integer, made, name, number, printer, text, textAt, valueAt } from './fields.ts';
import { nodePrinter } from './nodes.ts';
import { plainPrinter } from './plain.ts';
import { podPrinter } from './pods.ts';
import {
  endpointSlicePrinter,
  endpointsPrinter,
  ingressPrinter,
  networkPolicyPrinter,
  servicePrinter,
} from './services.ts';
import { persistentVolumeClaimPrinter, persistentVolumePrinter, storageClassPrinter } from './volumes.ts';
import {
  cronJobPrinter,
  daemonSetPrinter,
  deploymentPrinter,
  jobPrinter,
  podTemplatePrinter,
  replicaSetPrinter,
  statefulSetPrinter,
} from './workloads.ts';

const tokenAudiences = made(column('TokenRequests', 'string', 'Audiences of the tokens it asks for.'), (object) => {
  const requests = valueAt(object, 'spec.tokenRequests');
  const list = (Array.isArray(requests) ? requests : []) as readonly { readonly audience?: string }[];
  return list.length === 0 ? '<unset>' : list.map(({ audience = '' }) => audience).join(',');
});

const controller = made(column('Controller', 'string', 'What it belongs to.'), ({ metadata }) => {
  const owner = metadata.ownerReferences?.find((reference) => reference.controller === true);
  return owner === undefined ? '<none>' : `${owner.kind.toLowerCase()}/${owner.name}`;
});

const states = (path: string, absent: string, held: string) =>
  made(column('State', 'string', 'How far it has come.'), (object) =>
    object.metadata.deletionTimestamp !== undefined ? 'deleted' : valueAt(object, path) === undefined ? absent : held,
  );

const apiService = printer(
  name,
  made(column('Service', 'string', 'Who answers it.'), (object) => {
    const service = valueAt(object, 'spec.service.name');
    return typeof service === 'string' ? `${textAt(object, 'spec.service.namespace')}/${service}` : 'Local';
  }),
  made(column('Available', 'string', 'Whether it is answered.'), (object) => {
    const conditions = valueAt(object, 'status.conditions');
    const list = Array.isArray(conditions)
      ? (conditions as readonly { type?: string; status?: string; reason?: string }[])
      : [];
    const available = list.find(({ type }) => type === 'Available');
    if (available === undefined) return 'Unknown';
    return available.status === 'True' ? 'True' : `${available.status ?? ''} (${available.reason ?? ''})`;
  }),
  age,
);

const ingressClassParameters = made(column('Parameters', 'string', 'Where its settings are.'), (object) => {
  const kind = valueAt(object, 'spec.parameters.kind');
  if (typeof kind !== 'string') return '<none>';
  const group = valueAt(object, 'spec.parameters.apiGroup');
  return `${kind}${typeof group === 'string' ? `.${group}` : ''}/${textAt(object, 'spec.parameters.name')}`;
});

const joined = (title: string, path: string, absent = '<none>') =>
  made(column(title, 'string', `The entries of ${path}.`), (object) => {
    const list = valueAt(object, path);
    return Array.isArray(list) && list.length > 0 ? list.map(String).join(',') : absent;
  });

const attacher = text('Attacher', 'spec.attacher');

const parent = made(column('ParentRef', 'string', 'Whom the address belongs to.'), (object) => {
  if (valueAt(object, 'spec.parentRef') === undefined) return '<none>';
  const [resource, group, namespace, parentName] = ['resource', 'group', 'namespace', 'name'].map((field) =>
    textAt(object, `spec.parentRef.${field}`),
  );
  const kind = `${resource}${group === '' ? '' : `.${group}`}`.toLowerCase();
  return `${kind}${namespace === '' ? '' : `/${namespace}`}/${parentName}`;
});

const webhooks = printer(name, count('Webhooks', 'integer', 'webhooks'), age);

const printers: readonly (readonly [string, TablePrinter])[] = [
  ['/ComponentStatus', printer(name, text('Status', 'status'), text('Message', 'message'), text('Error', 'error'))],
  ['/ConfigMap', printer(name, count('Data', 'string', 'data', 'binaryData'), age)],
  ['/Endpoints', endpointsPrinter],
  ['/Event', eventPrinter],
  ['/Namespace', printer(name, text('Status', 'status.phase'), age)],
  ['/PersistentVolume', persistentVolumePrinter],
  ['/PersistentVolumeClaim', persistentVolumeClaimPrinter],
  ['/Pod', podPrinter],
  ['/PodTemplate', podTemplatePrinter],
  ['/ReplicationController', replicaSetPrinter],
  ['/ResourceQuota', quotaPrinter],
  ['/Secret', printer(name, text('Type', 'type'), count('Data', 'string', 'data'), age)],
  ['/Service', servicePrinter],
  ['/ServiceAccount', printer(name, count('Secrets', 'string', 'secrets'), age)],
  ['admissionregistration.{api}/MutatingWebhookConfiguration', webhooks],
  ['admissionregistration.{api}/ValidatingWebhookConfiguration', webhooks],
  [
    'admissionregistration.{api}/ValidatingAdmissionPolicy',
    printer(
      name,
      count('Validations', 'integer', 'spec.validations'),
      text('ParamKind', 'spec.paramKind.kind', '<unset>'),
      age,
    ),
  ],
  [
    'admissionregistration.{api}/ValidatingAdmissionPolicyBinding',
    printer(name, text('PolicyName', 'spec.policyName'), text('ParamRef', 'spec.paramRef.name', '<unset>'), age),
  ],
  ['apiregistration.{api}/APIService', apiService],
  ['apps/ControllerRevision', printer(name, controller, number('Revision', 'revision'), age)],
  ['apps/DaemonSet', daemonSetPrinter],
  ['apps/Deployment', deploymentPrinter],
  ['apps/ReplicaSet', replicaSetPrinter],
  ['apps/StatefulSet', statefulSetPrinter],
  ['autoscaling/HorizontalPodAutoscaler', autoscalerPrinter],
  ['batch/CronJob', cronJobPrinter],
  ['batch/Job', jobPrinter],
  ['certificates.{api}/CertificateSigningRequest', certificateSigningRequestPrinter],
  ['coordination.{api}/Lease', printer(name, text('Holder', 'spec.holderIdentity'), age)],
  ['discovery.{api}/EndpointSlice', endpointSlicePrinter],
  ['events.{api}/Event', eventPrinter],
  [
    'flowcontrol.apiserver.{api}/FlowSchema',
    printer(
      name,
      text('PriorityLevel', 'spec.priorityLevelConfiguration.name', '<none>'),
      number('MatchingPrecedence', 'spec.matchingPrecedence'),
      text('DistinguisherMethod', 'spec.distinguisherMethod.type', '<none>'),
      age,
      made(column('MissingPL', 'string', 'Whether its priority level is missing.'), (object) => {
        const conditions = valueAt(object, 'status.conditions');
        const list = Array.isArray(conditions) ? (conditions as readonly { type?: string; status?: string }[]) : [];
        return list.find(({ type }) => type === 'Dangling')?.status ?? '?';
      }),
    ),
  ],
  [
    'flowcontrol.apiserver.{api}/PriorityLevelConfiguration',
    printer(
      name,
      text('Type', 'spec.type'),
      text('NominalConcurrencyShares', 'spec.limited.nominalConcurrencyShares', '<none>'),
      text('Queues', 'spec.limited.limitResponse.queuing.queues', '<none>'),
      text('HandSize', 'spec.limited.limitResponse.queuing.handSize', '<none>'),
      text('QueueLengthLimit', 'spec.limited.limitResponse.queuing.queueLengthLimit', '<none>'),
      age,
    ),
  ],
  ['networking.{api}/Ingress', ingressPrinter],
  ['networking.{api}/IngressClass', printer(name, text('Controller', 'spec.controller'), ingressClassParameters, age)],
  ['networking.{api}/IPAddress', printer(name, parent)],
  ['networking.{api}/NetworkPolicy', networkPolicyPrinter],
  ['networking.{api}/ServiceCIDR', printer(name, joined('CIDRs', 'spec.cidrs'), age)],
  ['node.{api}/RuntimeClass', printer(name, text('Handler', 'handler'), age)],
  ['policy/PodDisruptionBudget', disruptionBudgetPrinter],
  ['rbac.authorization.{api}/ClusterRoleBinding', bindingPrinter],
  ['rbac.authorization.{api}/RoleBinding', bindingPrinter],
  ['resource.{api}/DeviceClass', printer(name, age)],
  ['resource.{api}/ResourceClaim', printer(name, states('status.allocation', 'pending', 'allocated'), age)],
  ['resource.{api}/ResourceClaimTemplate', printer(name, age)],
  [
    'resource.{api}/ResourceSlice',
    printer(
      name,
      text('Node', 'spec.nodeName', '<unset>'),
      text('Driver', 'spec.driver'),
      text('Pool', 'spec.pool.name'),
      age,
    ),
  ],
  [
    'scheduling.{api}/PriorityClass',
    printer(
      name,
      integer('Value', 'value'),
      boolean('Global-Default', 'globalDefault'),
      age,
      text('PreemptionPolicy', 'preemptionPolicy', 'PreemptLowerPriority'),
    ),
  ],
  [
    'storage.{api}/CSIDriver',
    printer(
      name,
      boolean('AttachRequired', 'spec.attachRequired', true),
      boolean('PodInfoOnMount', 'spec.podInfoOnMount'),
      boolean('StorageCapacity', 'spec.storageCapacity'),
      tokenAudiences,
      boolean('RequiresRepublish', 'spec.requiresRepublish'),
      joined('Modes', 'spec.volumeLifecycleModes'),
      age,
    ),
  ],
  ['storage.{api}/CSINode', printer(name, count('Drivers', 'integer', 'spec.drivers'), age)],
  [
    'storage.{api}/VolumeAttachment',
    printer(
      name,
      { ...attacher, column: { ...attacher.column, format: 'name' } },
      text('PV', 'spec.source.persistentVolumeName'),
      text('Node', 'spec.nodeName'),
      boolean('Attached', 'status.attached'),
      age,
    ),
  ],
  ['storage.{api}/VolumeAttributesClass', printer(name, text('DriverName', 'driverName'), age)],
];

const byKind = new Map(printers);

/** `group` is a template. */
export function printerOf(vendor: Vendor, group: string, kind: string): TablePrinter {
  const key = `${group}/${kind}`;
  if (key === '/Node') return nodePrinter(vendor);
  if (key === 'storage.{api}/StorageClass') return storageClassPrinter(vendor);
  return byKind.get(key) ?? plainPrinter;
}
