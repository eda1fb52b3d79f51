// Service accounts: their secrets lie beside them, so that a name says all.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { age, count, name, printer } from '../printers/fields.ts';
import { createOnly } from '../row/verbs.ts';

interface ServiceAccount extends ApiObject {
  secrets?: { readonly name?: string }[];
}

const serviceAccountStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate: keepNames,
  prepareUpdate: keepNames,
};

function keepNames(object: ServiceAccount): void {
  const names = object.secrets?.map(({ name }) => (name === undefined ? {} : { name }));
  if (names !== undefined) object.secrets = names;
}

export default {
  group: '',
  kind: 'ServiceAccount',
  name: 'serviceaccounts',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['sa'],
  subresources: [
    { name: 'token', kind: 'TokenRequest', group: 'authentication.{api}', version: 'v1', verbs: createOnly },
  ],
  strategy: serviceAccountStrategy,
  printer: printer(name, count('Secrets', 'string', 'secrets'), age),
} satisfies KindRecord;
