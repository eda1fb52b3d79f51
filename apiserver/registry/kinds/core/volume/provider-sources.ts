// Where the bytes of a volume are, on the node or with one of the providers that have a source of their own: what each source has
// to be told. Pods and persistent volumes name them alike; what only one of the two says is asked of it alone.

import type { FieldError } from '../../../../../shared/object/field-error.ts';
import {
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../../shared/object/names.ts';
import { driverNameErrors } from '../../rule/driver-name.ts';
import { noBackstepErrors } from './local-paths.ts';

export type SourceFields = Readonly<Record<string, unknown>>;

/** `path`: of the source. `persistent`: of a persistent volume, which any namespace may come to use. */
export type SourceRule = (source: SourceFields, path: string, persistent: boolean) => readonly FieldError[];

export const providerSources: ReadonlyMap<string, SourceRule> = new Map<string, SourceRule>([
  ['hostPath', hostPath],
  ['local', local],
  ['gcePersistentDisk', (source, path) => hiding(path, disk(source, sibling(path, 'persistentDisk'), 'pdName'))],
  ['awsElasticBlockStore', (source, path) => disk(source, path, 'volumeID')],
  ['glusterfs', glusterfs],
  ['flocker', flocker],
  ['nfs', networkFiles],
  ['rbd', needs('monitors', 'image')],
  ['quobyte', quobyte],
  ['cephfs', needs('monitors')],
  ['iscsi', iscsi],
  [
    'cinder',
    (source, path, persistent) => [...volumeId(source, path, persistent), ...secret(source, path, persistent)],
  ],
  ['fc', fibreChannel],
  ['flexVolume', needs('driver')],
  ['azureFile', azureFile],
  ['vsphereVolume', needs('volumePath')],
  ['photonPersistentDisk', needs('pdID')],
  ['portworxVolume', needs('volumeID')],
  ['azureDisk', azureDisk],
  ['scaleIO', needs('gateway', 'system', 'volumeName')],
  ['storageos', storageOs],
]);

/** Only the first source is validated. */
export function secondSources(sources: readonly string[], path: string): readonly FieldError[] {
  return sources.map((source) => ({
    ...forbiddenField(`${path}.${calledOtherwise.get(source) ?? source}`, 'may not specify more than 1 volume type'),
    hides: `${path}.${source}`,
  }));
}

/** What refusals call sources that are one too many, where it is not as the object does. */
const calledOtherwise: ReadonlyMap<string, string> = new Map([
  ['cephfs', 'cephFS'],
  ['downwardAPI', 'downwarAPI'],
]);

const volumeId = needs('volumeID');

/** Texts and lists that may not be left out. */
function needs(...fields: readonly string[]): SourceRule {
  return (source, path) =>
    fields.filter((field) => isEmpty(source[field])).map((field) => required(`${path}.${field}`));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function sibling(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('.') + 1)}${name}`;
}

/** Of faults that are told at another path than where the source is. */
function hiding(path: string, faults: readonly FieldError[]): readonly FieldError[] {
  return faults.map((fault) => ({ ...fault, hides: path }));
}

const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];

/** A folder or a file of the node. */
function hostPath(source: SourceFields, path: string): readonly FieldError[] {
  const [directory, type] = [textOf(source['path']), textOf(source['type'])];
  if (directory === '') return [required(`${path}.path`)];
  const errors = noBackstepErrors(directory, `${path}.path`);
  return hostPathTypes.includes(type) ? errors : [...errors, notSupported(`${path}.type`, type, hostPathTypes)];
}

function local(source: SourceFields, path: string): readonly FieldError[] {
  const directory = textOf(source['path']);
  return directory === '' ? [required(`${path}.path`)] : noBackstepErrors(directory, `${path}.path`);
}

const largestPartition = 255;
/** Though 0, which is what an absent one is, does no harm. */
const partitionRule = `must be between 1 and ${largestPartition}, inclusive`;

function disk(source: SourceFields, path: string, id: string): readonly FieldError[] {
  const { partition = 0 } = source as { partition?: number };
  const within = partition >= 0 && partition <= largestPartition;
  return [
    ...(isEmpty(source[id]) ? [required(`${path}.${id}`)] : []),
    ...(within ? [] : [invalidValue(`${path}.partition`, partition, partitionRule)]),
  ];
}

function glusterfs(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const errors = [...needs('endpoints', 'path')(source, path, persistent)];
  const { endpointsNamespace: namespace } = source as { endpointsNamespace?: string };
  if (namespace === undefined) return errors;
  const place = `${path}.endpointsNamespace`;
  const unset = 'if the endpointnamespace is set, it must be a valid namespace name';
  const faults = namespace === '' ? [unset] : checkDns1123Label(namespace);
  return [...errors, ...faults.map((fault) => invalidValue(place, namespace, fault))];
}

function flocker(source: SourceFields, path: string): readonly FieldError[] {
  const name = textOf(source['datasetName']);
  const id = textOf(source['datasetUUID']);
  const errors: FieldError[] = [];
  if (name === '' && id === '') errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  const both = 'datasetName and datasetUUID can not be specified simultaneously';
  if (name !== '' && id !== '') errors.push(invalidValue(path, 'resource', both));
  if (name.includes('/')) errors.push(invalidValue(`${path}.datasetName`, name, "must not contain '/'"));
  return errors;
}

function networkFiles(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const directory = textOf(source['path']);
  const relative = invalidValue(`${path}.path`, directory, 'must be an absolute path');
  return [...needs('server', 'path')(source, path, persistent), ...(directory.startsWith('/') ? [] : [relative])];
}

const longestTenant = 64;

function quobyte(source: SourceFields, path: string): readonly FieldError[] {
  const registry = textOf(source['registry']);
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  const errors: FieldError[] = [];
  if (registry === '') errors.push(required(`${path}.registry`, pairs));
  else if (textOf(source['tenant']).length > longestTenant)
    errors.push(required(`${path}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'));
  else
    for (const pair of registry.split(','))
      if (!/^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/.test(pair))
        errors.push(invalidValue(`${path}.registry`, registry, pairs));
  if (isEmpty(source['volume'])) errors.push(required(`${path}.volume`));
  return errors;
}

const largestUnit = 255;

function iscsi(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const { iqn = '', lun = 0, initiatorName } = source as { iqn?: string; lun?: number; initiatorName?: string };
  const errors = [...needs('targetPortal')(source, path, persistent)];
  if (iqn === '') errors.push(required(`${path}.iqn`));
  else errors.push(...initiatorErrors(iqn, `${path}.iqn`, persistent));
  if (lun < 0 || lun > largestUnit)
    errors.push(invalidValue(`${path}.lun`, lun, `must be between 0 and ${largestUnit}, inclusive`));
  const secretRef = source['secretRef'] as { readonly name?: string } | undefined;
  const authenticated = source['chapAuthDiscovery'] === true || source['chapAuthSession'] === true;
  if (authenticated && secretRef === undefined) errors.push(required(`${path}.secretRef`));
  if (persistent && secretRef !== undefined && (secretRef.name ?? '') === '')
    errors.push(required(`${path}.secretRef.name`));
  if (initiatorName !== undefined) errors.push(...initiatorErrors(initiatorName, `${path}.initiatorname`, persistent));
  return errors;
}

/** By the three letters that a name begins with. */
const initiators: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /^iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
]);

function initiatorErrors(name: string, path: string, persistent: boolean): readonly FieldError[] {
  const form = initiators.get(name.slice(0, 3));
  if (form?.test(name) === true) return [];
  const longer = form === undefined && !persistent ? ' starting with iqn, eui, or naa' : '';
  return [invalidValue(path, name, `must be valid format${longer}`)];
}

function fibreChannel(source: SourceFields, path: string): readonly FieldError[] {
  const { lun } = source as { lun?: number };
  const [targets, ids] = [!isEmpty(source['targetWWNs']), !isEmpty(source['wwids'])];
  const place = `${path}.targetWWNs`;
  const errors: FieldError[] = [];
  if (!targets && !ids) errors.push(required(place, 'must specify either targetWWNs or wwids, but not both'));
  const both = 'targetWWNs and wwids can not be specified simultaneously';
  if (targets && ids) errors.push(invalidValue(place, source['targetWWNs'], both));
  if (!targets) return errors;
  if (lun === undefined) errors.push(required(`${path}.lun`, 'lun is required if targetWWNs is specified'));
  else if (lun < 0 || lun > largestUnit)
    errors.push(invalidValue(`${path}.lun`, lun, `must be between 0 and ${largestUnit}, inclusive`));
  return errors;
}

function azureFile(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  return [
    ...needs('secretName', 'shareName')(source, path, persistent),
    ...(source['secretNamespace'] === '' ? [required(`${path}.secretNamespace`)] : []),
  ];
}

const managedDisk = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobDisk = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** What kinds and ways of caching there are is for the schema to say. */
function azureDisk(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const errors = [...needs('diskName', 'diskURI')(source, path, persistent)];
  const address = textOf(source['diskURI']);
  const managed = source['kind'] === 'Managed';
  if (source['kind'] !== undefined && !address.startsWith(managed ? '/subscriptions/' : 'https://'))
    errors.push(notSupported(`${path}.diskURI`, address, [managed ? managedDisk : blobDisk]));
  return errors;
}

function storageOs(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const { volumeName = '', volumeNamespace = '' } = source as { volumeName?: string; volumeNamespace?: string };
  const label = (text: string, field: string): readonly FieldError[] =>
    checkDns1123Label(text).map((fault) => invalidValue(`${path}.${field}`, text, fault));
  return [
    ...(volumeName === '' ? [required(`${path}.volumeName`)] : label(volumeName, 'volumeName')),
    ...(volumeNamespace === '' ? [] : label(volumeNamespace, 'volumeNamespace')),
    ...secret(source, path, persistent),
  ];
}

/** A secret that is named has a name, and of a persistent volume a namespace. */
function secret(source: SourceFields, path: string, persistent: boolean): readonly FieldError[] {
  const { secretRef } = source as { secretRef?: SourceFields };
  if (secretRef === undefined) return [];
  return needs(...(persistent ? ['name', 'namespace'] : ['name']))(secretRef, `${path}.secretRef`, persistent);
}

const driverSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
];

/** Of a persistent volume: which driver, which of its volumes, and the secrets that it is shown. */
export function driverVolumeErrors(source: SourceFields, path: string): readonly FieldError[] {
  const errors = [...driverNameErrors(textOf(source['driver']), `${path}.driver`)];
  if (isEmpty(source['volumeHandle'])) errors.push(required(`${path}.volumeHandle`));
  for (const field of driverSecrets) {
    const reference = source[field] as { readonly name?: string; readonly namespace?: string } | undefined;
    if (reference === undefined) continue;
    const { name = '', namespace = '' } = reference;
    const place = `${path}.${field}`;
    if (name === '') errors.push(required(`${place}.name`));
    else for (const fault of checkDns1123Subdomain(name)) errors.push(invalidValue(`${place}.name`, name, fault));
    if (namespace === '') errors.push(required(`${place}.namespace`));
    else
      for (const fault of checkDns1123Label(namespace))
        errors.push(invalidValue(`${place}.namespace`, namespace, fault));
  }
  return errors;
}
