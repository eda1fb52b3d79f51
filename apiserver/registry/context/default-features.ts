// What is on in a registry that is told nothing: what the gates say when nobody sets them.

import type { RegistryFeatures } from '../contract/features.ts';
import { fieldGates } from './field-gates.ts';

export const defaultFeatures: RegistryFeatures = {
  cbor: false,
  snapshotLists: true,
  streamingLists: true,
  disabledGates: new Set(fieldGates.map(({ name }) => name)),
};
