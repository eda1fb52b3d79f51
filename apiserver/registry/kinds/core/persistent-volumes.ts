// Persistent volumes: the phase they begin with, and what is fixed once they exist.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { formatTime } from '../../../../shared/object/time.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import {
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text, textAt, valueAt } from '../printers/fields.ts';
import { accessModeErrors, positiveErrors } from '../rule/claim-validation.ts';
import { noBackstepErrors } from './pod/local-paths.ts';
import { hostPathErrors } from './pod/volume-validation.ts';
import { type NodeSelector, nodeSelectorErrors } from '../rule/node-selector-validation.ts';
import { attributesClass, phase, shortAccessModes, volumeMode } from './volume/volume-cells.ts';

interface Volume extends ApiObject {
  spec?: {
    accessModes?: string[];
    capacity?: Record<string, string>;
    nodeAffinity?: { required?: NodeSelector };
    volumeAttributesClassName?: string;
    [field: string]: unknown;
  };
  status?: { phase?: string; lastPhaseTransitionTime?: string; [field: string]: unknown };
}

/** Everything of a volume but where its bytes are, which is the one field that is left. */
const besideSource: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

/** The order of the sources: the first one that is set counts. */
const sourceOrder = (
  'hostPath gcePersistentDisk awsElasticBlockStore glusterfs flocker nfs rbd quobyte cephfs iscsi cinder fc flexVolume ' +
  'azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk scaleIO local storageos csi'
).split(' ');

const volumeStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate(object) {
    const { creationTimestamp } = object.metadata;
    (object as Volume).status = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp ?? '' };
  },
  prepareStatusUpdate(object, old, now) {
    const { status = {} } = object as Volume;
    const { status: before = {} } = old as Volume;
    const { lastPhaseTransitionTime: time } = status;
    const known = before.lastPhaseTransitionTime;
    if (status.phase === before.phase && time === undefined && known !== undefined)
      status.lastPhaseTransitionTime = known;
    // The client may say itself when the phase changed.
    if (status.phase !== before.phase && (time === undefined || time === known))
      status.lastPhaseTransitionTime = formatTime(now);
    (object as Volume).status = status;
  },
  validateCreate: (object) => validateVolume((object as Volume).spec),
  validateUpdate(object, old) {
    const { spec = {} } = object as Volume;
    const { spec: before = {} } = old as Volume;
    const errors = [...validateVolume(spec)];
    const names = new Set([...Object.keys(spec), ...Object.keys(before)]);
    if ([...names].some((name) => !besideSource.has(name) && !isDeepStrictEqual(spec[name], before[name]))) {
      const path = 'spec.persistentvolumesource';
      errors.push(forbiddenField(path, `${path} is immutable after creation`));
    }
    if (before.nodeAffinity !== undefined && !isDeepStrictEqual(spec.nodeAffinity, before.nodeAffinity)) {
      const detail = 'field is immutable, except for updating from beta label to GA';
      errors.push(invalidValue('nodeAffinity', spec.nodeAffinity, detail));
    }
    if (spec['volumeMode'] !== before['volumeMode']) errors.push(immutable('volumeMode', spec['volumeMode']));
    return errors;
  },
};

function validateVolume(spec: Volume['spec']): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.accessModes?.length ?? 0) === 0) errors.push(required('spec.accessModes'));
  addAll(errors, accessModeErrors(spec?.accessModes ?? [], 'spec.accessModes'));
  const storage = spec?.capacity?.storage;
  if (Object.keys(spec?.capacity ?? {}).length === 0) errors.push(required('spec.capacity'));
  if (storage === undefined || Object.keys(spec?.capacity ?? {}).length > 1)
    errors.push(notSupported('spec.capacity', spec?.capacity, ['storage']));
  if (storage !== undefined) addAll(errors, positiveErrors(storage, 'spec.capacity[storage]'));
  if (spec?.nodeAffinity !== undefined) {
    const path = 'spec.nodeAffinity.required';
    const { required: selector } = spec.nodeAffinity;
    if (selector === undefined) errors.push(required(path, 'must specify required node constraints'));
    else addAll(errors, nodeSelectorErrors(selector, path, true));
  }
  const given = Object.keys(spec ?? {}).filter((name) => !besideSource.has(name));
  const [first, ...others] = [...given].sort((one, other) => sourceOrder.indexOf(one) - sourceOrder.indexOf(other));
  if (first === undefined) errors.push(required('spec', 'must specify a volume type'));
  if (first === 'hostPath') addAll(errors, hostPathErrors(spec?.['hostPath'] as { path?: string }, 'spec.hostPath'));
  if (first === 'local') addAll(errors, localErrors(spec?.['local'] as { path?: string }, spec));
  // Flex volumes are the one type that does not mind another one before it.
  for (const name of others.filter((other) => other !== 'flexVolume'))
    errors.push(
      forbiddenField(`spec.${name === 'cephfs' ? 'cephFS' : name}`, 'may not specify more than 1 volume type'),
    );
  addAll(errors, driverErrors((spec?.['csi'] as { readonly driver?: string } | undefined)?.driver));
  if (spec?.volumeAttributesClassName !== undefined && spec['csi'] === undefined)
    errors.push(required('spec.csi', 'has to be specified when using volumeAttributesClassName'));
  return errors;
}

/** What lies on one node cannot be used from others. */
function localErrors({ path = '' }: { readonly path?: string }, spec: Volume['spec']): readonly FieldError[] {
  return [
    ...(path === '' ? [required('spec.local.path')] : noBackstepErrors(path, 'spec.local.path')),
    ...(spec?.nodeAffinity === undefined ? [required('spec.nodeAffinity', 'Local volume requires node affinity')] : []),
  ];
}

/** That there is one is for the schema to say. */
function driverErrors(driver: string | undefined): readonly FieldError[] {
  if (driver === undefined) return [];
  return checkDns1123Subdomain(driver.toLowerCase()).map((fault) => invalidValue('spec.csi.driver', driver, fault));
}

const volumePrinter = printer(
  name,
  text('Capacity', 'spec.capacity.storage'),
  made(column('Access Modes', 'string', 'How it may be mounted.'), (object) =>
    shortAccessModes(object, 'spec.accessModes'),
  ),
  text('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
  phase,
  made(column('Claim', 'string', 'The claim it is bound to.'), (object) => {
    const claim = valueAt(object, 'spec.claimRef.name');
    return typeof claim === 'string' ? `${textAt(object, 'spec.claimRef.namespace')}/${claim}` : '';
  }),
  text('StorageClass', 'spec.storageClassName'),
  attributesClass,
  text('Reason', 'status.reason'),
  age,
  volumeMode,
);

export default {
  group: '',
  kind: 'PersistentVolume',
  name: 'persistentvolumes',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['pv'],
  subresources: ['status'],
  strategy: volumeStrategy,
  printer: volumePrinter,
} satisfies KindRecord;
