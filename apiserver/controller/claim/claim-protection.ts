// Takes the in-use finalizer off claims, volumes and classes of their attributes that are deleted and no longer used: a claim
// once no pod uses it, a volume once it is bound to no claim, a class once no claim and no volume has it. The other half of the admission plug-in StorageObjectInUseProtection.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import { type ApiObject, type GroupVersionResource, controllerOf } from '../../../shared/object/api-object.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import * as resources from '../api/resources.ts';
import { WorkQueue } from '../loop/work-queue.ts';

/** Milliseconds until what is in use is checked again; there is no watch of its users for this. */
const usePeriod = 2000;

export function claimProtection(environment: ControllerEnvironment, claims: Informer<ApiObject>): Loop {
  const account = 'pvc-protection-controller';
  const pods = new ApiClient(environment.transportFor(account), { clock: environment.clock }).resource(resources.pods);
  return protection(environment, {
    account,
    finalizer: environment.vendor.fill('{label}/pvc-protection'),
    resource: resources.persistentVolumeClaims,
    objects: claims,
    inUse: async (claim, signal) => {
      const list = await pods.in(claim.metadata.namespace).list({ signal });
      return list.items.some((pod) => usesClaim(pod, claim));
    },
  });
}

export function volumeProtection(environment: ControllerEnvironment, volumes: Informer<ApiObject>): Loop {
  return protection(environment, {
    account: 'pv-protection-controller',
    finalizer: environment.vendor.fill('{label}/pv-protection'),
    resource: resources.persistentVolumes,
    objects: volumes,
    inUse: async (volume) => (volume['status'] as { readonly phase?: string } | undefined)?.phase === 'Bound',
  });
}

export function attributesClassProtection(environment: ControllerEnvironment, classes: Informer<ApiObject>): Loop {
  const account = 'volumeattributesclass-protection-controller';
  const client = new ApiClient(environment.transportFor(account), { clock: environment.clock });
  const users = [resources.persistentVolumes, resources.persistentVolumeClaims].map((one) => client.resource(one));
  return protection(environment, {
    account,
    finalizer: environment.vendor.fill('{label}/vac-protection'),
    resource: resources.resourcesOf(environment.vendor).attributesClasses,
    objects: classes,
    inUse: async ({ metadata: { name = '' } }, signal) => {
      for (const user of users) {
        const { items } = await user.list({ signal });
        if (items.some((item) => attributesClassesOf(item).includes(name))) return true;
      }
      return false;
    },
  });
}

interface Protection {
  readonly account: string;
  readonly finalizer: string;
  readonly resource: GroupVersionResource;
  readonly objects: Informer<ApiObject>;
  inUse(object: ApiObject, signal: AbortSignal): Promise<boolean>;
}

function protection({ clock, log, transportFor, observeQueue }: ControllerEnvironment, what: Protection): Loop {
  const client = new ApiClient(transportFor(what.account), { clock }).resource(what.resource);
  const queue = new WorkQueue({
    observer: observeQueue?.(what.account),
    clock,
    onError: (key, error) => log.warn('a finalizer could not be removed; trying again', { key, error }),
  });
  const add = (object: ApiObject): void => {
    const { deletionTimestamp, finalizers = [] } = object.metadata;
    if (deletionTimestamp !== undefined && finalizers.includes(what.finalizer)) queue.add(keyOf(object));
  };
  what.objects.onChange({ added: add, modified: add });
  return keyedLoop({
    name: what.account,
    views: [what.objects],
    queue,
    async work(key, signal): Promise<number | void> {
      const { namespace, name } = splitKey(key);
      const object = what.objects.get(namespace, name);
      const { finalizers = [], resourceVersion } = object?.metadata ?? {};
      if (object?.metadata.deletionTimestamp === undefined || !finalizers.includes(what.finalizer)) return;
      if (await what.inUse(object, signal)) return usePeriod;
      const kept = finalizers.filter((finalizer) => finalizer !== what.finalizer);
      const guard = resourceVersion === undefined ? {} : { resourceVersion };
      try {
        // Updating is what the role of these controllers allows.
        await client
          .in(namespace)
          .update({ ...object, metadata: { ...object.metadata, ...guard, finalizers: kept } }, { signal });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

interface PodVolumes {
  readonly nodeName?: string;
  readonly volumes?: readonly {
    readonly name: string;
    readonly persistentVolumeClaim?: { readonly claimName?: string };
    readonly ephemeral?: object;
  }[];
}

/** Only a pod with a node uses its claims: none is started with a claim that is being deleted. It uses them until it is gone. */
function usesClaim(pod: ApiObject, claim: ApiObject): boolean {
  const { nodeName = '', volumes = [] } = (pod['spec'] ?? {}) as PodVolumes;
  if (nodeName === '') return false;
  const claimName = claim.metadata.name ?? '';
  const own = !isShutDown(pod) && controllerOf(claim.metadata)?.uid === pod.metadata.uid;
  return volumes.some(
    ({ name, persistentVolumeClaim, ephemeral }) =>
      persistentVolumeClaim?.claimName === claimName ||
      (own && ephemeral !== undefined && `${pod.metadata.name ?? ''}-${name}` === claimName),
  );
}

/** Whether the node is done with the pod, or it was deleted by force: what still holds it may wait for the claim. */
function isShutDown({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

interface ClassedVolume {
  readonly spec?: { readonly volumeAttributesClassName?: string };
  readonly status?: {
    readonly currentVolumeAttributesClassName?: string;
    readonly modifyVolumeStatus?: { readonly targetVolumeAttributesClassName?: string };
  };
}

/** The classes that a claim or a volume has, had until now, or is to get. */
function attributesClassesOf(object: ApiObject): readonly (string | undefined)[] {
  const { spec, status } = object as ClassedVolume;
  return [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
}
