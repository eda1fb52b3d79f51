// Bindings of roles: any path segment is a name, the role never changes (RBAC-020; its status code is the vendor's), and
// subjects know their group by their kind.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../../../../../shared/object/errors.ts';
import { invalidValue, notSupported, required } from '../../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkPathSegment } from '../../../../../shared/object/names.ts';

interface Subject {
  kind?: string;
  apiGroup?: string;
  name?: string;
  namespace?: string;
}

export interface Binding extends ApiObject {
  roleRef?: { apiGroup?: string; kind?: string; name?: string };
  subjects?: Subject[];
}

export function bindingStrategy(vendor: Vendor): Strategy {
  const group = vendor.fill('rbac.authorization.{api}');
  const own = vendor.behaviour.accountWithoutNamespace === 'own';
  return {
    validatesTwice: true,
    nameRule: 'path-segment',
    createOnUpdate: true,
    applyDefaults(object) {
      const binding = object as Binding;
      if (binding.roleRef !== undefined && (binding.roleRef.apiGroup ?? '') === '') binding.roleRef.apiGroup = group;
      for (const subject of binding.subjects ?? []) {
        if ((subject.apiGroup ?? '') === '' && (subject.kind === 'User' || subject.kind === 'Group'))
          subject.apiGroup = group;
      }
    },
    prepareUpdate(object, old) {
      const changed = !isDeepStrictEqual((object as Binding).roleRef, (old as Binding).roleRef);
      if (changed && vendor.behaviour.roleRefChangeStatus === 400) throw badRequest('cannot change roleRef');
    },
    validateCreate: (object) => bindingErrors(object, group, own),
    validateUpdate(object, old) {
      const errors = [...bindingErrors(object, group, own)];
      if (!isDeepStrictEqual((object as Binding).roleRef, (old as Binding).roleRef)) {
        errors.push({ ...invalidValue('roleRef', (object as Binding).roleRef, 'cannot change roleRef'), change: true });
      }
      return errors;
    },
  };
}

function bindingErrors({ roleRef, subjects, metadata }: Binding, group: string, own: boolean): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (roleRef?.apiGroup !== group) errors.push(notSupported('roleRef.apiGroup', roleRef?.apiGroup ?? '', [group]));
  const kinds = (metadata.namespace ?? '') === '' ? ['ClusterRole'] : ['Role', 'ClusterRole'];
  if (!kinds.includes(roleRef?.kind ?? '')) errors.push(notSupported('roleRef.kind', roleRef?.kind ?? '', kinds));
  const role = roleRef?.name ?? '';
  if (role === '') errors.push(required('roleRef.name'));
  else errors.push(...checkPathSegment(role).map((fault) => invalidValue('roleRef.name', role, fault)));
  for (const [index, subject] of (subjects ?? []).entries()) {
    const path = `subjects[${index}]`;
    if ((subject.name ?? '') === '') errors.push(required(`${path}.name`));
    if (subject.kind === 'ServiceAccount') {
      const { name: account = '' } = subject;
      const faults = account === '' ? [] : checkDns1123Subdomain(account);
      errors.push(...faults.map((fault) => invalidValue(`${path}.name`, account, fault)));
      if ((subject.apiGroup ?? '') !== '') errors.push(notSupported(`${path}.apiGroup`, subject.apiGroup, ['']));
      const found = own && (metadata.namespace ?? '') !== '';
      if (!found && (subject.namespace ?? '') === '') errors.push(required(`${path}.namespace`));
    } else if (subject.kind === 'User' || subject.kind === 'Group') {
      if (subject.apiGroup !== group) errors.push(notSupported(`${path}.apiGroup`, subject.apiGroup ?? '', [group]));
    } else {
      errors.push(notSupported(`${path}.kind`, subject.kind ?? '', ['ServiceAccount', 'User', 'Group']));
    }
  }
  return errors;
}
