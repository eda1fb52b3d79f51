// The feature gates of the server: only those that switch something here, and those of features that are stable. A gate of
// something this server does not have is unknown to it, so that it is not silently ignored.

import type { FeatureGate, FeatureGates } from '../../../shared/process/command-line/feature-gates.ts';
import { fieldGates } from '../../registry/context/field-gates.ts';
import type { RegistryFeatures } from '../../registry/contract/features.ts';

export const serverGates = [
  ...fieldGates,
  {
    name: 'APIResponseCompression',
    maturity: 'beta',
    since: '1.16',
    meaning: 'gzip for large answers to get and list, when the client takes it',
  },
  {
    name: 'AllowUnsafeMalformedObjectDeletion',
    maturity: 'alpha',
    since: '1.32',
    meaning: 'deletes that remove objects which cannot be read, past their finalizers',
  },
  {
    name: 'AuthorizeWithSelectors',
    maturity: 'stable',
    since: '1.34',
    meaning: 'authorizers see the selectors of a request',
  },
  {
    name: 'CBORServingAndStorage',
    maturity: 'alpha',
    since: '1.32',
    meaning: 'application/cbor for objects, lists and watches',
  },
  {
    name: 'ConsistentListFromCache',
    maturity: 'stable',
    since: '1.34',
    meaning: 'lists without a version come from the cache once it has caught up with the store',
  },
  {
    name: 'DeclarativeValidation',
    maturity: 'beta',
    since: '1.33',
    meaning: 'declared rules are judged beside the other validation, and differences counted',
  },
  {
    name: 'DeclarativeValidationTakeover',
    maturity: 'beta',
    default: false,
    since: '1.33',
    meaning: 'what declared rules find is answered; without effect while DeclarativeValidation is off',
  },
  {
    name: 'ListFromCacheSnapshot',
    maturity: 'beta',
    since: '1.34',
    meaning: 'lists at an older version come from snapshots instead of the store',
  },
  {
    name: 'MutatingAdmissionPolicy',
    maturity: 'beta',
    default: false,
    since: '1.34',
    meaning: 'policies that change objects; their kinds need --runtime-config too',
  },
  {
    name: 'WatchList',
    maturity: 'beta',
    since: '1.34',
    meaning: 'watches that begin with the present objects (sendInitialEvents)',
  },
] as const satisfies readonly FeatureGate[];

export type ServerGate = (typeof serverGates)[number]['name'];

/** The part of the gates that the registry reads. */
export function registryFeatures(gates: FeatureGates): RegistryFeatures {
  return {
    cbor: isOn(gates, 'CBORServingAndStorage'),
    snapshotLists: isOn(gates, 'ListFromCacheSnapshot'),
    streamingLists: isOn(gates, 'WatchList'),
    unsafeDeletion: isOn(gates, 'AllowUnsafeMalformedObjectDeletion'),
    declaredValidation: declaredValidation(gates),
    disabledGates: new Set(fieldGates.map(({ name }) => name).filter((name) => !isOn(gates, name))),
  };
}

/** The second gate means nothing while the first is off (DECLVAL-009). */
function declaredValidation(gates: FeatureGates): RegistryFeatures['declaredValidation'] {
  if (!isOn(gates, 'DeclarativeValidation')) return 'off';
  return isOn(gates, 'DeclarativeValidationTakeover') ? 'decides' : 'compared';
}

/** As `gates.enabled`, for names that the compiler knows. */
export function isOn(gates: FeatureGates, name: ServerGate): boolean {
  return gates.enabled(name);
}
