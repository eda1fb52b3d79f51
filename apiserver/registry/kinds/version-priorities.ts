// The ranks of the versions of built-in groups among all: which group a client looks in first for a name that several have, and which
// version of a group. They are those of the local APIServices, too.

export interface VersionPriority {
  readonly group: number;
  readonly version: number;
}

/** Of the kinds that definitions define: behind everything built in. */
export const definedPriority: VersionPriority = { group: 1000, version: 100 };

/** By group template; of each group its rank, and those of its versions. */
const ranks: Readonly<Record<string, readonly [group: number, versions: Readonly<Record<string, number>>]>> = {
  '': [18_000, { v1: 1 }],
  apps: [17_800, { v1: 15 }],
  'events.{api}': [17_750, { v1: 15 }],
  'authentication.{api}': [17_700, { v1: 15 }],
  'authorization.{api}': [17_600, { v1: 15 }],
  autoscaling: [17_500, { v1: 15, v2: 30 }],
  batch: [17_400, { v1: 15 }],
  'certificates.{api}': [17_300, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'networking.{api}': [17_200, { v1: 15, v1beta1: 9 }],
  policy: [17_100, { v1: 15 }],
  'rbac.authorization.{api}': [17_000, { v1: 15 }],
  'storage.{api}': [16_800, { v1: 15, v1beta1: 9, v1alpha1: 1 }],
  'apiextensions.{api}': [16_700, { v1: 15 }],
  'admissionregistration.{api}': [16_700, { v1: 15, v1beta1: 12, v1alpha1: 9 }],
  'scheduling.{api}': [16_600, { v1: 15 }],
  'coordination.{api}': [16_500, { v1: 15, v1beta1: 13, v1alpha2: 12 }],
  'node.{api}': [16_300, { v1: 15 }],
  'discovery.{api}': [16_200, { v1: 15 }],
  'resource.{api}': [16_200, { v1: 21, v1beta2: 15, v1beta1: 9, v1alpha3: 1 }],
  'flowcontrol.apiserver.{api}': [16_100, { v1: 21 }],
};

/** Undefined for a version that is none of the built-in ones, or has no rank: the group of the APIServices itself. */
export function versionPriority(groupTemplate: string, version: string): VersionPriority | undefined {
  if (!Object.hasOwn(ranks, groupTemplate)) return undefined;
  const [group, versions] = ranks[groupTemplate] ?? [0, {}];
  const rank = Object.hasOwn(versions, version) ? versions[version] : undefined;
  return rank === undefined ? undefined : { group, version: rank };
}
