// DefaultStorageClass and DefaultIngressClass: a claim or an ingress that names no class gets the one that is marked as
// the default; of several the newest.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';

export function defaultStorageClass(vendor: Vendor, storageClasses: Lister): AdmissionPlugin {
  const mark = vendor.fill('storageclass.{label}/is-default-class');
  const oldMark = vendor.fill('storageclass.beta.{label}/is-default-class');
  const oldField = vendor.fill('volume.beta.{label}/storage-class');
  return {
    name: 'DefaultStorageClass',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && group === '' && resource === 'persistentvolumeclaims' && subresource === '',
    async mutate({ object }) {
      if (object === undefined || Object.hasOwn(object.metadata.annotations ?? {}, oldField)) return;
      const spec = (object['spec'] ?? {}) as { storageClassName?: string };
      // An empty name is an answer: no class at all.
      if (spec.storageClassName !== undefined) return;
      const chosen = newestMarked(storageClasses, [mark, oldMark]);
      if (chosen !== undefined) object['spec'] = { ...spec, storageClassName: chosen };
    },
  };
}

export function defaultIngressClass(vendor: Vendor, ingressClasses: Lister): AdmissionPlugin {
  const mark = vendor.fill('ingressclass.{label}/is-default-class');
  const oldField = vendor.fill('{label}/ingress.class');
  const ingressGroup = vendor.fill('networking.{api}');
  return {
    name: 'DefaultIngressClass',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && group === ingressGroup && resource === 'ingresses' && subresource === '',
    async mutate({ object }) {
      if (object === undefined || Object.hasOwn(object.metadata.annotations ?? {}, oldField)) return;
      const spec = (object['spec'] ?? {}) as { ingressClassName?: string };
      if (spec.ingressClassName !== undefined) return;
      const chosen = newestMarked(ingressClasses, [mark]);
      if (chosen !== undefined) object['spec'] = { ...spec, ingressClassName: chosen };
    },
  };
}

function newestMarked(classes: Lister, marks: readonly string[]): string | undefined {
  const isMarked = ({ metadata }: ApiObject): boolean =>
    marks.some((mark) => Object.hasOwn(metadata.annotations ?? {}, mark) && metadata.annotations?.[mark] === 'true');
  const newest = (left: ApiObject, right: ApiObject): number => {
    const [first, second] = [left.metadata.creationTimestamp ?? '', right.metadata.creationTimestamp ?? ''];
    if (first !== second) return first > second ? -1 : 1;
    return (left.metadata.name ?? '') < (right.metadata.name ?? '') ? -1 : 1;
  };
  return classes.list().filter(isMarked).sort(newest)[0]?.metadata.name;
}
