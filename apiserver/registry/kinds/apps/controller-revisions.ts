// Controller revisions: what a workload was like once, kept to go back to, so it never changes.

import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { immutable, required } from '../../../../shared/object/field-error-message.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, number, printer } from '../printers/fields.ts';
import { controllerOf } from '../../../../shared/object/api-object.ts';

const controllerRevisionStrategy: Strategy = {
  validateCreate({ data }) {
    if (data === undefined || data === null) return [required('data', 'data is mandatory')];
    const isObject = typeof data === 'object' && !Array.isArray(data);
    return isObject ? [] : [required('data', 'data must be a valid JSON object')];
  },
  validateUpdate: ({ data }, old) => (isDeepStrictEqual(data, old.data) ? [] : [immutable('data', data)]),
};

const controller = made(column('Controller', 'string', 'What it belongs to.'), ({ metadata }) => {
  const owner = controllerOf(metadata);
  if (owner === undefined) return '<none>';
  const { kind, apiVersion, name } = owner;
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  return `${kind.toLowerCase()}${group === undefined ? '' : `.${group}`}/${name}`;
});

export default {
  group: 'apps',
  kind: 'ControllerRevision',
  name: 'controllerrevisions',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: controllerRevisionStrategy,
  printer: printer(name, controller, number('Revision', 'revision'), age),
} satisfies KindRecord;
