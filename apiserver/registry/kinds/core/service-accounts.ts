// Service accounts: their secrets lie beside them, so that a name says all.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Strategy } from '../../contract/resource.ts';

interface ServiceAccount extends ApiObject {
  secrets?: { readonly name?: string }[];
}

export const serviceAccountStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate: keepNames,
  prepareUpdate: keepNames,
};

function keepNames(object: ServiceAccount): void {
  const names = object.secrets?.map(({ name }) => (name === undefined ? {} : { name }));
  if (names !== undefined) object.secrets = names;
}
