// What a persistent volume must hold, asked of volumes and of those that an attachment describes itself.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';
import { checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../../shared/object/quantity.ts';
import { accessModeErrors, positiveErrors } from '../../rule/claim-validation.ts';
import { nodeSelectorErrors } from '../../rule/node-selector-validation.ts';
import type { NodeAffinity } from './affinity-change.ts';
import { driverVolumeErrors, providerSources, secondSources, type SourceFields } from './provider-sources.ts';

export interface VolumeSpec {
  accessModes?: string[];
  capacity?: Record<string, string>;
  nodeAffinity?: NodeAffinity;
  storageClassName?: string;
  volumeAttributesClassName?: string;
  [field: string]: unknown;
}

/** Everything of a volume but where its bytes are, which is the one field that is left. */
export const besideSource: ReadonlySet<string> = new Set([
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

/** In which order the sources are looked at: the first is the one that counts. */
const sourceOrder = (
  'hostPath gcePersistentDisk awsElasticBlockStore glusterfs flocker nfs rbd quobyte cephfs iscsi cinder fc flexVolume ' +
  'azureFile vsphereVolume photonPersistentDisk portworxVolume azureDisk scaleIO local storageos csi'
).split(' ');

/** Longest name of a volume and address of its target together, where the node names itself to the target by them. */
const longestTarget = 64;

/** Of a volume of its own, of this name. What reclaim policies and modes there are is for the schema to say. */
export function volumeErrors(spec: VolumeSpec, path: string, name: string): readonly FieldError[] {
  const errors = [...modeErrors(spec, path), ...capacityErrors(spec.capacity, `${path}.capacity`)];
  const { nodeAffinity, storageClassName: storageClass = '' } = spec;
  if (nodeAffinity !== undefined) {
    const place = `${path}.nodeAffinity.required`;
    const { required: selector } = nodeAffinity;
    if (selector === undefined) errors.push(required(place, 'must specify required node constraints'));
    else addAll(errors, nodeSelectorErrors(selector, place, true));
  }
  addAll(errors, sourceErrors(spec, path));
  addAll(errors, targetErrors(spec['iscsi'], `${path}.iscsi`, name));
  if (storageClass !== '')
    for (const fault of checkDns1123Subdomain(storageClass))
      errors.push(invalidValue(`${path}.storageClassName`, storageClass, fault));
  addAll(errors, attributesClassErrors(spec, path));
  return errors;
}

/** Of one that only an attachment describes: a driver's, whole, and nobody's claim. */
export function inlineVolumeErrors(spec: VolumeSpec, path: string): readonly FieldError[] {
  const inline = 'in the context of inline volumes';
  const forbidden = (field: string): FieldError => forbiddenField(`${path}.${field}`, `may not be specified ${inline}`);
  const errors: FieldError[] = [];
  if (spec['claimRef'] !== undefined) errors.push(forbidden('claimRef'));
  if (Object.keys(spec.capacity ?? {}).length > 0) errors.push(forbidden('capacity'));
  if (spec['csi'] === undefined) errors.push(required(`${path}.csi`, `has to be specified ${inline}`));
  addAll(errors, modeErrors(spec, path));
  const policy = spec['persistentVolumeReclaimPolicy'] ?? 'Retain';
  if (policy !== 'Retain')
    errors.push(forbiddenField(`${path}.persistentVolumeReclaimPolicy`, `may only be Retain ${inline}`));
  if (spec.nodeAffinity !== undefined) errors.push(forbidden('nodeAffinity'));
  addAll(errors, sourceErrors(spec, path));
  if ((spec.storageClassName ?? '') !== '') errors.push(forbidden('storageClassName'));
  if ((spec['volumeMode'] ?? 'Filesystem') !== 'Filesystem')
    errors.push(forbiddenField(`${path}.volumeMode`, `may not specify volumeMode other than Filesystem ${inline}`));
  addAll(errors, attributesClassErrors(spec, path));
  return errors;
}

function modeErrors({ accessModes = [] }: VolumeSpec, path: string): FieldError[] {
  const place = `${path}.accessModes`;
  return [...(accessModes.length === 0 ? [required(place)] : []), ...accessModeErrors(accessModes, place)];
}

function capacityErrors(capacity: Readonly<Record<string, string>> | undefined, path: string): readonly FieldError[] {
  const amounts = Object.entries(capacity ?? {});
  const errors: FieldError[] = [];
  if (amounts.length === 0) errors.push(required(path));
  if (capacity?.['storage'] === undefined || amounts.length > 1) errors.push(notSupported(path, capacity, ['storage']));
  for (const [name, amount] of amounts) {
    const place = `${path}[${name}]`;
    const whole = (parseQuantity(amount)?.nano ?? 0n) / 1_000_000_000n;
    if (whole < 0n) errors.push(invalidValue(place, whole, 'must be a valid resource quantity'));
    addAll(errors, positiveErrors(amount, place));
  }
  return errors;
}

function sourceErrors(spec: VolumeSpec, path: string): readonly FieldError[] {
  const given = Object.keys(spec).filter((name) => !besideSource.has(name) && spec[name] !== undefined);
  const [first, ...others] = given.sort((one, other) => sourceOrder.indexOf(one) - sourceOrder.indexOf(other));
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const check = (name: string): readonly FieldError[] => {
    const source = spec[name] as SourceFields;
    const place = `${path}.${name}`;
    return name === 'csi'
      ? driverVolumeErrors(source, place)
      : (providerSources.get(name)?.(source, place, true) ?? []);
  };
  const errors = [...check(first)];
  // What lies on one node cannot be used from others.
  if (first === 'local' && spec.nodeAffinity === undefined)
    errors.push(required(`${path}.nodeAffinity`, 'Local volume requires node affinity'));
  // Flex volumes are the one type that does not mind another one before it.
  for (const name of others) addAll(errors, name === 'flexVolume' ? check(name) : secondSources([name], path));
  const { path: folder = '' } = (spec['hostPath'] ?? {}) as { path?: string };
  if (/^\/[/.]*$/.test(folder) && spec['persistentVolumeReclaimPolicy'] === 'Recycle')
    errors.push(
      forbiddenField(`${path}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'"),
    );
  return errors;
}

function targetErrors(source: unknown, path: string, name: string): readonly FieldError[] {
  const { targetPortal = '', initiatorName } = (source ?? {}) as { targetPortal?: string; initiatorName?: string };
  if (initiatorName === undefined || `${name}:${targetPortal}`.length <= longestTarget) return [];
  const sum = 'Total length of <volume name>:<iscsi.targetPortal>';
  const detail = `${sum} must be under ${longestTarget} characters if iscsi.initiatorName is specified.`;
  return [invalidValue(`${path}.targetportal`, targetPortal, detail)];
}

function attributesClassErrors(spec: VolumeSpec, path: string): readonly FieldError[] {
  const { volumeAttributesClassName: name } = spec;
  if (name === undefined) return [];
  const place = `${path}.volumeAttributesClassName`;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(place, 'an empty string is disallowed'));
  else for (const fault of checkDns1123Subdomain(name)) errors.push(invalidValue(place, name, fault));
  if (spec['csi'] === undefined)
    errors.push(required(`${path}.csi`, 'has to be specified when using volumeAttributesClassName'));
  return errors;
}
