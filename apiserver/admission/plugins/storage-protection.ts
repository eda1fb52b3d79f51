// StorageObjectInUseProtection: claims, volumes and classes of their attributes get a finalizer, so that they outlive their last use. The controllers
// of the same names take it off again.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';

export function storageObjectInUseProtection(vendor: Vendor): AdmissionPlugin {
  const finalizers = new Map([
    ['/persistentvolumeclaims', vendor.fill('{label}/pvc-protection')],
    ['/persistentvolumes', vendor.fill('{label}/pv-protection')],
    [vendor.fill('storage.{api}/volumeattributesclasses'), vendor.fill('{label}/vac-protection')],
  ]);
  return {
    name: 'StorageObjectInUseProtection',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && subresource === '' && finalizers.has(`${group}/${resource}`),
    async mutate({ object, group, resource }) {
      const finalizer = finalizers.get(`${group}/${resource}`);
      if (object === undefined || finalizer === undefined) return;
      const present = object.metadata.finalizers ?? [];
      if (!present.includes(finalizer)) object.metadata.finalizers = [...present, finalizer];
    },
  };
}
