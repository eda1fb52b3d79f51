import type { Case } from '../../contract/case.ts';
import { names } from '../../fixtures/shown/data/names.ts';
import { expectNames } from '../../fixtures/shown/names.ts';

export default {
  id: 'names-of-kinds',
  title:
    'Discovery SHOULD name each built-in kind and its sub-resources with their verbs, scope, short names and categories.',
  requirements: ['OBJ-012', 'OBJ-017'],
  run: (c) => expectNames(c, names),
} satisfies Case;
