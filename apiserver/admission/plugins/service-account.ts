// ServiceAccount: every pod runs as an account of its namespace, gets that account's pull secrets and, unless it
// declines, a projected volume with a token, the cluster's CA and the namespace (requirements ADM).

import { randomInt } from 'node:crypto';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { unclassified } from '../../../shared/object/errors.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { mirrorAnnotation } from '../../../shared/object/mirror-annotation.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { podReferences } from '../../authorization/node/pod-references.ts';
import type { AdmissionAttributes, AdmissionPlugin } from '../contract/admission.ts';
import { type Container, isMirrorPod, isPodWrite, newPod, type PodSpec, type Volume } from '../rule/pod-form.ts';
import { refusal } from '../rule/refusal.ts';
import { listsSecrets, type SecretLists, unlistedSecret, unlistedSecretOfEphemeral } from './mountable-secrets.ts';

export interface ServiceAccountOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly serviceAccounts: Lister;
  /** How long a pod waits for the default account of a new namespace, in milliseconds. Default 1500. */
  readonly patience?: number;
}

interface ServiceAccount extends SecretLists {
  readonly automountServiceAccountToken?: boolean;
}

const defaultAccount = 'default';
/** An hour and 7 seconds: marks tokens that admission requested. */
const tokenSeconds = 3607;
const nameLetters = 'bcdfghjklmnpqrstvwxz2456789';

export function serviceAccountPlugin(options: ServiceAccountOptions): AdmissionPlugin {
  const { vendor, clock, serviceAccounts, patience = 1500 } = options;
  const mirror = mirrorAnnotation(vendor);
  const mountPath = vendor.fill('/var/run/secrets/{label}/serviceaccount');
  const volumePrefix = vendor.fill('{short}-api-access-');
  const listsAnnotation = vendor.fill('{label}/enforce-mountable-secrets');
  const rootCa = vendor.fill('{short}-root-ca.crt');

  /** The account; the default one of a namespace made a moment ago is still on its way. */
  async function find(namespace: string, name: string, signal: AbortSignal): Promise<ServiceAccount | undefined> {
    let waited = 0;
    for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
      const found = serviceAccounts.get(namespace, name);
      if (found !== undefined || name !== defaultAccount || waited >= patience) return found;
      await clock.sleep(pause, signal);
      waited += pause;
    }
  }

  /** Throws StatusError for an account that is missing. */
  async function accountOf(
    attributes: AdmissionAttributes,
    { serviceAccountName: name = '' }: PodSpec,
    signal: AbortSignal,
  ): Promise<ServiceAccount> {
    const { namespace } = attributes;
    if (name === '') {
      const pod = attributes.object?.metadata.name ?? '';
      throw refusal(attributes, `no service account specified for pod ${namespace}/${pod}`);
    }
    const account = await find(namespace, name, signal);
    if (account !== undefined) return account;
    throw refusal(
      attributes,
      `error looking up service account ${namespace}/${name}: serviceaccount ${JSON.stringify(name)} not found`,
    );
  }

  function requireListedSecrets(attributes: AdmissionAttributes, account: ServiceAccount, spec: PodSpec): void {
    if (!listsSecrets(account, listsAnnotation)) return;
    const isNew = attributes.operation === 'CREATE';
    const unlisted = isNew ? unlistedSecret(account, spec) : unlistedSecretOfEphemeral(account, spec);
    // That of containers which are added for debugging is not a 403.
    if (unlisted !== undefined) throw isNew ? refusal(attributes, unlisted) : unclassified(unlisted);
  }

  return {
    name: 'ServiceAccount',
    handles: (operation, group, resource, subresource) =>
      (operation === 'CREATE' && isPodWrite(group, resource, subresource)) ||
      (operation === 'UPDATE' && group === '' && resource === 'pods' && subresource === 'ephemeralcontainers'),
    async mutate(attributes, { signal }) {
      const written = newPod(attributes);
      if (written === undefined || attributes.operation !== 'CREATE') return;
      if (isMirrorPod(written.pod, mirror)) {
        checkMirrorPod(attributes, written);
        return;
      }
      const { spec } = written;
      const name = spec.serviceAccountName || spec.serviceAccount || defaultAccount;
      spec.serviceAccountName = name;
      spec.serviceAccount = name;
      const account = await accountOf(attributes, spec, signal);
      if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) {
        mountToken(spec, {
          mountPath,
          volumePrefix,
          makeVolume: () => tokenVolume(volumePrefix + randomSuffix(), rootCa),
        });
      }
      if ((spec.imagePullSecrets ?? []).length === 0 && (account.imagePullSecrets ?? []).length > 0) {
        spec.imagePullSecrets = (account.imagePullSecrets ?? []).map((secret) => ({ ...secret }));
      }
      requireListedSecrets(attributes, account, spec);
    },
    async validate(attributes, { signal }) {
      const written = newPod(attributes);
      if (written === undefined) return;
      if (attributes.operation === 'CREATE' && isMirrorPod(written.pod, mirror)) {
        checkMirrorPod(attributes, written);
        return;
      }
      const account = await accountOf(attributes, written.spec, signal);
      requireListedSecrets(attributes, account, written.spec);
    },
  };
}

/** A mirror pod refers to nothing that its node may read because of it. Throws StatusError. */
function checkMirrorPod(
  attributes: AdmissionAttributes,
  { pod, spec }: { readonly pod: ApiObject; readonly spec: PodSpec },
): void {
  if ((spec.serviceAccountName ?? '') !== '') {
    throw refusal(attributes, 'a mirror pod may not reference service accounts');
  }
  if (podReferences(pod).secrets.size > 0) throw refusal(attributes, 'a mirror pod may not reference secrets');
  const sources = (spec.volumes ?? []).flatMap((volume) => volume.projected?.sources ?? []);
  if (sources.some((source) => source.serviceAccountToken !== undefined)) {
    throw refusal(attributes, 'a mirror pod may not use ServiceAccountToken volume projections');
  }
}

interface TokenMount {
  readonly mountPath: string;
  readonly volumePrefix: string;
  readonly makeVolume: () => Volume;
}

/** Adds the mount to the containers that have nothing there, and its volume, unless the pod has one with the prefix. */
function mountToken(spec: PodSpec, { mountPath, volumePrefix, makeVolume }: TokenMount): void {
  const needy = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter(
    (container: Container) => !(container.volumeMounts ?? []).some((mount) => mount.mountPath === mountPath),
  );
  if (needy.length === 0) return;
  const present = (spec.volumes ?? []).find(({ name }) => name.startsWith(volumePrefix));
  const volume = present ?? makeVolume();
  if (present === undefined) spec.volumes = [...(spec.volumes ?? []), volume];
  for (const container of needy) {
    container.volumeMounts = [...(container.volumeMounts ?? []), { name: volume.name, readOnly: true, mountPath }];
  }
}

function tokenVolume(name: string, rootCa: string): Volume {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: tokenSeconds, path: 'token' } as { audience?: string } },
        { configMap: { name: rootCa, items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: 0o644,
    },
  };
}

function randomSuffix(): string {
  return Array.from({ length: 5 }, () => nameLetters[randomInt(nameLetters.length)]).join('');
}
