// Extension definitions: kinds of the user's. Their resources are made by `apiserver/extension`.

import type { KindRecord } from '../../contract/kind.ts';
import { contentGeneration } from '../row/generation.ts';
import { definitionStrategy } from './definition/definition-strategy.ts';

export default {
  group: 'apiextensions.{api}',
  kind: 'CustomResourceDefinition',
  name: 'customresourcedefinitions',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  subresources: ['status'],
  strategy: definitionStrategy,
  generation: contentGeneration,
} satisfies KindRecord;
