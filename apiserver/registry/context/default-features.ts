// The features of a registry without settings: every gate has its default value.

import type { RegistryFeatures } from '../contract/features.ts';
import { fieldGates } from './field-gates.ts';

export const defaultFeatures: RegistryFeatures = {
  cbor: false,
  snapshotLists: true,
  streamingLists: true,
  unsafeDeletion: false,
  declaredValidation: 'compared',
  disabledGates: new Set(fieldGates.map(({ name }) => name)),
};
