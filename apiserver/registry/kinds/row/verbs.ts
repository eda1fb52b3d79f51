// Verbs and sub-resources that many kinds have.

import type { KindSubresource } from '../../contract/kind.ts';
import type { Verb } from '../../contract/resource.ts';

export const everyVerb: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
/** Of kinds that are answered and never stored. */
export const createOnly: readonly Verb[] = ['create'];
/** Of sub-resources that are a part of the object. */
export const getPatchUpdate: readonly Verb[] = ['get', 'patch', 'update'];

export const scale: KindSubresource = {
  name: 'scale',
  kind: 'Scale',
  group: 'autoscaling',
  version: 'v1',
  verbs: getPatchUpdate,
};
