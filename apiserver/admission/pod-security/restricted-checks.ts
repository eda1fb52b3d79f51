// The rules of the level restricted.

import type { Check, Finding, Rule } from './check.ts';
import { containersThat, plural, quoted, quotedList, settersOf, sorted } from './check.ts';
import { containersOf, type SecuredContainer, type SecuredPod } from './secured-pod.ts';

const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

const restrictedVolumes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

export const restrictedChecks: readonly Check[] = [
  {
    name: 'allowPrivilegeEscalation',
    level: 'restricted',
    editions: [
      { since: 8, rule: privilegeEscalation },
      { since: 25, rule: notOnWindows(privilegeEscalation) },
    ],
  },
  {
    name: 'capabilities_restricted',
    level: 'restricted',
    replaces: 'capabilities_baseline',
    editions: [
      { since: 22, rule: keptCapabilities },
      { since: 25, rule: notOnWindows(keptCapabilities) },
    ],
  },
  {
    name: 'restrictedVolumes',
    level: 'restricted',
    replaces: 'hostPathVolumes',
    editions: [{ since: 0, rule: volumeTypes }],
  },
  { name: 'runAsNonRoot', level: 'restricted', editions: [{ since: 0, rule: runAsNonRoot }] },
  { name: 'runAsUser', level: 'restricted', editions: [{ since: 23, rule: runAsRoot }] },
];

/** Validation refuses there what the rule asks for. */
function notOnWindows(rule: Rule): Rule {
  return (pod) => (pod.spec.os?.name === 'windows' ? undefined : rule(pod));
}

function privilegeEscalation(pod: SecuredPod): Finding | undefined {
  const names = containersThat(pod, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${quoted(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
}

function keptCapabilities(pod: SecuredPod): Finding | undefined {
  const added = ({ securityContext }: SecuredContainer): readonly string[] =>
    (securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE');
  const keeping = containersThat(
    pod,
    ({ securityContext }) => !(securityContext?.capabilities?.drop ?? []).includes('ALL'),
  );
  const adding = containersThat(pod, (container) => added(container).length > 0);
  const details: string[] = [];
  if (keeping.length > 0) details.push(`${quoted(keeping)} must set securityContext.capabilities.drop=["ALL"]`);
  if (adding.length > 0) {
    const capabilities = sorted(containersOf(pod.spec).flatMap(added));
    details.push(`${quoted(adding)} must not include ${quotedList(capabilities)} in securityContext.capabilities.add`);
  }
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
}

function volumeTypes({ spec }: SecuredPod): Finding | undefined {
  const has = (volume: object, type: string): boolean => {
    const source = (volume as Readonly<Record<string, unknown>>)[type];
    return source !== undefined && source !== null;
  };
  const restricted = (spec.volumes ?? []).filter((volume) => !allowedVolumes.some((type) => has(volume, type)));
  if (restricted.length === 0) return undefined;
  const types = sorted(restricted.map((volume) => restrictedVolumes.find((type) => has(volume, type)) ?? 'unknown'));
  const volumes = quoted(
    restricted.map(({ name }) => name),
    'volume',
  );
  const uses = plural(restricted.length, 'uses', 'use');
  return { reason: 'restricted volume types', detail: `${volumes} ${uses} ${quoted(types, 'restricted volume type')}` };
}

function runAsNonRoot(pod: SecuredPod): Finding | undefined {
  const ofPod = pod.spec.securityContext?.runAsNonRoot;
  const reason = 'runAsNonRoot != true';
  const rooted = containersThat(pod, ({ securityContext }) => securityContext?.runAsNonRoot === false);
  const setters = settersOf(ofPod === false, rooted);
  if (setters.length > 0) {
    return { reason, detail: `${setters.join(' and ')} must not set securityContext.runAsNonRoot=false` };
  }
  if (ofPod === true) return undefined;
  const silent = containersThat(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${quoted(silent)} must set securityContext.runAsNonRoot=true` };
}

function runAsRoot(pod: SecuredPod): Finding | undefined {
  const names = containersThat(pod, ({ securityContext }) => securityContext?.runAsUser === 0);
  const setters = settersOf(pod.spec.securityContext?.runAsUser === 0, names);
  if (setters.length === 0) return undefined;
  return { reason: 'runAsUser=0', detail: `${setters.join(' and ')} must not set runAsUser=0` };
}
