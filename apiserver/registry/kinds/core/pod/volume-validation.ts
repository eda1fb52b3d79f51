// The volumes of a pod: a name each, exactly one source, and what each of the sources needs. What the sources of single providers
// need is in `volume/provider-sources.ts`.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Volume } from './spec/pod-spec.ts';
import type { ObjectFieldSelector, ResourceFieldSelector } from './spec/downward-fields.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../../shared/object/quantity.ts';
import { claimTemplateErrors, type ClaimTemplate } from '../../rule/claim-validation.ts';
import { driverNameErrors } from '../../rule/driver-name.ts';
import { providerSources, secondSources, type SourceFields } from '../volume/provider-sources.ts';
import { fileFields, objectFieldErrors, resourceFieldErrors } from './spec/downward-fields.ts';
import { descendingPathErrors, ownFileErrors } from '../volume/local-paths.ts';
import {
  type PodCertificate,
  podCertificateErrors,
  type TrustBundle,
  trustBundleErrors,
} from './projected-credentials.ts';
import { addAll } from '../../../../../shared/object/add-all.ts';

interface Item {
  readonly key?: string;
  readonly path?: string;
  readonly mode?: number;
}

interface Told {
  readonly path?: string;
  readonly fieldRef?: ObjectFieldSelector;
  readonly resourceFieldRef?: ResourceFieldSelector;
  readonly mode?: number;
}

interface Projection {
  readonly secret?: { readonly name?: string; readonly items?: readonly Item[] };
  readonly configMap?: { readonly name?: string; readonly items?: readonly Item[] };
  readonly downwardAPI?: { readonly items?: readonly Told[] };
  readonly serviceAccountToken?: { readonly path?: string; readonly expirationSeconds?: number };
  readonly clusterTrustBundle?: TrustBundle;
  readonly podCertificate?: PodCertificate;
}

interface Sources {
  readonly emptyDir: { readonly sizeLimit?: string };
  readonly secret: { readonly secretName?: string; readonly items?: readonly Item[]; readonly defaultMode?: number };
  readonly configMap: { readonly name?: string; readonly items?: readonly Item[]; readonly defaultMode?: number };
  readonly downwardAPI: { readonly items?: readonly Told[]; readonly defaultMode?: number };
  readonly projected: { readonly sources?: readonly Projection[] | null; readonly defaultMode?: number };
  readonly gitRepo: { readonly repository?: string; readonly directory?: string };
  readonly csi: { readonly driver?: string; readonly nodePublishSecretRef?: { readonly name?: string } };
  readonly persistentVolumeClaim: { readonly claimName?: string };
  readonly image: { readonly reference?: string; readonly pullPolicy?: string };
  readonly ephemeral: { readonly volumeClaimTemplate?: ClaimTemplate };
}

/** The sound volumes by name, which containers can mount; what is wrong with the others goes to `errors`. `pod`: of a pod itself. */
export function volumesByName(
  volumes: readonly Volume[],
  path: string,
  errors: FieldError[],
  pod: boolean,
): ReadonlyMap<string, Volume> {
  const byName = new Map<string, Volume>();
  for (const [index, volume] of volumes.entries()) {
    const place = `${path}[${index}]`;
    const name = volume.name ?? '';
    const faults = [...sourceErrors(volume, place), ...portalErrors(volume, place)];
    if (pod) addAll(faults, imageErrors(volume, place));
    if (name === '') faults.push(required(`${place}.name`));
    else for (const fault of checkDns1123Label(name)) faults.push(invalidValue(`${place}.name`, name, fault));
    if (byName.has(name)) faults.push(duplicateValue(`${place}.name`, name));
    if (faults.length === 0) byName.set(name, volume);
    addAll(errors, faults);
  }
  return byName;
}

/** The image may be filled into a template later. */
function imageErrors({ image }: Volume, path: string): readonly FieldError[] {
  const { reference = '' } = (image ?? {}) as Sources['image'];
  return image === undefined || reference !== '' ? [] : [required(`${path}.image.reference`)];
}

const longestPortal = 64;

/** An initiator with a name of its own is known by the volume and its portal. */
function portalErrors({ name = '', iscsi }: Volume, path: string): readonly FieldError[] {
  const { initiatorName, targetPortal = '' } = (iscsi ?? {}) as { initiatorName?: string; targetPortal?: string };
  if (initiatorName === undefined || `${name}:${targetPortal}`.length <= longestPortal) return [];
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [invalidValue(`${path}.name`, name, detail)];
}

function sourceErrors(volume: Volume, path: string): readonly FieldError[] {
  const given = Object.keys(volume).filter((key) => key !== 'name' && volume[key] !== undefined);
  const [first, ...others] = given.sort((one, other) => sourceOrder.indexOf(one) - sourceOrder.indexOf(other));
  if (first === undefined) return [required(path, 'must specify a volume type')];
  const source = volume[first] as SourceFields;
  const place = `${path}.${first}`;
  const own = Object.hasOwn(checks, first) ? checks[first as keyof Sources](source, place) : undefined;
  return [...(own ?? providerSources.get(first)?.(source, place, false) ?? []), ...secondSources(others, path)];
}

/** In which order the sources are looked at: the first is the one that counts. */
const sourceOrder = (
  'emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker persistentVolumeClaim ' +
  'rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume photonPersistentDisk portworxVolume ' +
  'azureDisk storageos projected scaleIO csi ephemeral image'
).split(' ');

const checks: { readonly [S in keyof Sources]: (source: Sources[S], path: string) => readonly FieldError[] } = {
  emptyDir({ sizeLimit }, path) {
    if (sizeLimit === undefined || (parseQuantity(sizeLimit)?.nano ?? 0n) >= 0n) return [];
    return [forbiddenField(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')];
  },
  secret: ({ secretName = '', items, defaultMode }, path) => [
    ...(secretName === '' ? [required(`${path}.secretName`)] : []),
    ...modeErrors(defaultMode, `${path}.defaultMode`),
    ...itemErrors(items, `${path}.items`),
  ],
  configMap: ({ name = '', items, defaultMode }, path) => [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...modeErrors(defaultMode, `${path}.defaultMode`),
    ...itemErrors(items, `${path}.items`),
  ],
  downwardAPI: ({ items = [], defaultMode }, path) => [
    ...modeErrors(defaultMode, `${path}.defaultMode`),
    ...items.flatMap((item) => toldErrors(item, path)),
  ],
  projected: ({ sources, defaultMode }, path) => [
    ...modeErrors(defaultMode, `${path}.defaultMode`),
    ...projectionErrors(sources ?? [], path),
  ],
  gitRepo: ({ repository = '', directory = '' }, path) => [
    ...(repository === '' ? [required(`${path}.repository`)] : []),
    ...descendingPathErrors(directory, `${path}.directory`),
  ],
  csi({ driver = '', nodePublishSecretRef: secret }, path) {
    const errors = driverNameErrors(driver, `${path}.driver`);
    if (secret === undefined) return errors;
    const { name = '' } = secret;
    if (name === '') return [...errors, required(`${path}.nodePublishSecretRef.name`)];
    return [...errors, ...checkDns1123Subdomain(name).map((fault) => invalidValue(`${path}.name`, name, fault))];
  },
  persistentVolumeClaim: ({ claimName = '' }, path) => (claimName === '' ? [required(`${path}.claimName`)] : []),
  ephemeral({ volumeClaimTemplate: template }, path) {
    const place = `${path}.volumeClaimTemplate`;
    return template === undefined ? [required(place)] : claimTemplateErrors(template, place);
  },
  image: ({ pullPolicy = '' }, path) =>
    pullPolicies.includes(pullPolicy) ? [] : [notSupported(`${path}.pullPolicy`, pullPolicy, pullPolicies)],
};

const pullPolicies = ['Always', 'IfNotPresent', 'Never'];
const mostMode = 0o777;

function modeErrors(mode: number | undefined, path: string): readonly FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= mostMode)) return [];
  return [invalidValue(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive')];
}

function itemErrors(items: readonly Item[] | undefined, path: string): readonly FieldError[] {
  return (items ?? []).flatMap(({ key = '', path: file = '', mode }, index) => [
    ...(key === '' ? [required(`${path}[${index}].key`)] : []),
    ...(file === '' ? [required(`${path}[${index}].path`)] : ownFileErrors(file, `${path}[${index}].path`)),
    ...modeErrors(mode, `${path}[${index}].mode`),
  ]);
}

/** A file with a field of the pod; errors are reported at the source, without its index. */
function toldErrors({ path: file = '', fieldRef, resourceFieldRef, mode }: Told, path: string): readonly FieldError[] {
  const errors = file === '' ? [required(`${path}.path`)] : [...ownFileErrors(file, `${path}.path`)];
  if (fieldRef !== undefined) {
    addAll(errors, objectFieldErrors(fieldRef, `${path}.fieldRef`, fileFields));
    const both = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    if (resourceFieldRef !== undefined) errors.push(invalidValue(path, 'resource', both));
  } else if (resourceFieldRef !== undefined) {
    addAll(errors, resourceFieldErrors(resourceFieldRef, `${path}.resourceFieldRef`, true));
  } else errors.push(required(path, 'one of fieldRef and resourceFieldRef is required'));
  return [...errors, ...modeErrors(mode, `${path}.mode`)];
}

function projectionErrors(sources: readonly Projection[], path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  const files = new Set<string>();
  const claim = (file: string | undefined, shown: string): void => {
    if (file === undefined || file === '') return;
    if (files.has(file)) errors.push(invalidValue(path, shown, 'conflicting duplicate paths'));
    files.add(file);
  };
  for (const [index, source] of sources.entries()) {
    const place = `${path}.sources[${index}]`;
    for (const field of ['secret', 'configMap'] as const) {
      const map = source[field];
      if (map === undefined) continue;
      if ((map.name ?? '') === '') errors.push(required(`${place}.${field}.name`));
      addAll(errors, itemErrors(map.items, `${place}.${field}.items`));
      for (const item of map.items ?? []) claim(item.path, map.name ?? '');
    }
    for (const item of source.downwardAPI?.items ?? []) {
      addAll(errors, toldErrors(item, `${place}.downwardAPI`));
      claim(item.path, item.path ?? '');
    }
    const token = source.serviceAccountToken;
    if (token !== undefined) addAll(errors, tokenErrors(token, `${place}.serviceAccountToken`, path));
    const { clusterTrustBundle: bundle, podCertificate: certificate } = source;
    if (bundle !== undefined) {
      addAll(errors, trustBundleErrors(bundle, `${place}.clusterTrustBundle`));
      claim(bundle.path, bundle.path ?? '');
    }
    if (certificate !== undefined) {
      addAll(errors, podCertificateErrors(certificate, `${place}.podCertificate`));
      const { credentialBundlePath, keyPath, certificateChainPath } = certificate;
      for (const file of [credentialBundlePath, keyPath, certificateChainPath]) claim(file, file ?? '');
    }
    if (Object.values(source).filter((one) => one !== undefined).length > 1)
      errors.push(forbiddenField(place, 'may not specify more than 1 volume type per source'));
  }
  return errors;
}

const shortestToken = 600;
const longestToken = 2 ** 32;

function tokenErrors(
  { expirationSeconds = 3600, path: file = '' }: NonNullable<Projection['serviceAccountToken']>,
  path: string,
  volume: string,
): readonly FieldError[] {
  const errors = file === '' ? [required(`${volume}.path`)] : [...ownFileErrors(file, `${volume}.path`)];
  const place = `${path}.expirationSeconds`;
  if (expirationSeconds < shortestToken)
    errors.push(invalidValue(place, expirationSeconds, 'may not specify a duration less than 10 minutes'));
  if (expirationSeconds > longestToken)
    errors.push(invalidValue(place, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'));
  return errors;
}
