// Profiles: parts of the suite that can be run separately. A case belongs to one profile, by its area or by its need of
// an agent; `all` is every case.

import type { Case, Need } from '../contract/case.ts';

/** Profiles by name. */
export const profileNames = ['api', 'access', 'extension', 'lifecycle', 'tables', 'agent', 'all'] as const;
export type ProfileName = (typeof profileNames)[number];

/** The profile of a case. */
export type OwnProfile = Exclude<ProfileName, 'all'>;

/** The content of one profile. */
interface ProfileRow {
  readonly about: string;
  readonly areas: readonly string[];
  /** Cases from areas of other profiles, by the id. */
  readonly cases?: readonly string[];
  /** Values of `noCase` in the catalogue for requirements of this profile without a case. */
  readonly later: readonly string[];
}

const rows: Readonly<Record<OwnProfile, ProfileRow>> = {
  api: {
    about: 'objects, lists, watches, media types, discovery and health',
    areas: [
      'apply',
      'consistency',
      'declarative-validation',
      'discovery',
      'dry-run',
      'errors',
      'events',
      'field-validation',
      'health',
      'limits',
      'listing',
      'media-types',
      'objects',
      'removed-apis',
      'resource-versions',
      'selectors',
      'updating',
      'verbs-and-paths',
      'versioning',
      'watching',
    ],
    later: ['not written yet'],
  },
  access: {
    about: 'who a caller is, and what it may do',
    areas: [
      'abac',
      'access-reviews',
      'admission',
      'attacks',
      'authentication',
      'authorization',
      'bootstrap-tokens',
      'impersonation',
      'node-authorization',
      'oidc',
      'rbac',
      'requestheader',
      'token-webhook',
      'webhook-authorizer',
    ],
    later: ['no program of the suite runs in a cluster', 'the server takes no egress configuration'],
  },
  extension: {
    about: 'kinds, servers and checks that users add',
    areas: ['cel'],
    cases: [
      'conversion-webhook-is-asked',
      'costly-expressions',
      'definition-form',
      'definition-keeps-unknown-fields',
      'definition-schema-is-structural',
      'gone-admissionregistration-v1beta1',
      'gone-apiextensions-v1beta1',
      'gone-apiregistration-v1beta1',
      'review-versions-of-webhooks',
      'served-admissionregistration-v1',
      'served-apiextensions-v1',
      'served-apiregistration-v1',
      'versions-of-other-servers',
      'webhook-configuration-form',
    ],
    later: [],
  },
  lifecycle: {
    about: 'deletion, owners, namespaces, and nodes that stop sending heartbeats',
    areas: ['deletion', 'namespaces', 'node-lifecycle'],
    later: [],
  },
  // Thousands of requests or dozens of starts each: who wants to know in half a minute whether a server works leaves them out.
  tables: {
    about: 'built-in kinds, files and flags field by field: every fault, change and option, with the recorded answers',
    areas: [],
    cases: [
      'audit-policies-in-words',
      'authorizers-in-words',
      'built-in-writes',
      'changes-of-core-objects',
      'changes-of-gated-fields',
      'changes-of-hooks',
      'changes-of-pods',
      'changes-of-rare-objects',
      'changes-of-rules-and-classes',
      'changes-of-workloads',
      'changes-together',
      'faults-at-limits',
      'faults-of-core-objects',
      'faults-of-definitions',
      'faults-of-gated-fields',
      'faults-of-hooks',
      'faults-of-pods',
      'faults-of-rare-objects',
      'faults-of-rules-and-classes',
      'faults-of-scaled-workloads',
      'faults-of-workloads',
      'faults-that-were-stored',
      'faults-together',
      'flags-at-their-limits',
      'issuers-in-words',
      'options-of-requests',
      'own-kind-writes',
      'patches-of-anything',
      'schemas-of-definitions',
      'statuses-of-core-objects',
      'statuses-of-gated-fields',
      'statuses-of-other-objects',
      'statuses-of-pods',
      'statuses-of-workloads',
      'steps-of-autoscalers',
      'steps-of-claims',
      'steps-of-classes-and-budgets',
      'steps-of-core-objects',
      'steps-of-definitions',
      'steps-of-device-claims',
      'steps-of-job-specs',
      'steps-of-job-statuses',
      'steps-of-network-objects',
      'steps-of-nodes',
      'steps-of-pod-statuses',
      'steps-of-pods',
      'steps-of-rules',
      'steps-of-services',
      'steps-of-signing-requests',
      'steps-of-storage',
      'steps-of-volumes',
      'steps-of-workload-statuses',
      'steps-of-workloads',
      'unfit-authorizers-are-refused',
      'unfit-encryption-is-refused',
      'unfit-extra-keys-are-refused',
      'unfit-issuers-are-refused',
      'unfit-lines-are-refused',
      'unfit-mappings-are-refused',
      'unfit-provider-flags-are-refused',
      'unfit-webhooks-are-refused',
      'values-of-defined-kinds',
    ],
    later: [],
  },
  agent: {
    about: 'node agents: every case that needs one, whatever its area',
    areas: ['agent-config', 'checkpoint', 'node-status', 'proxy-and-misc', 'seccomp', 'watchdog'],
    later: [
      'a profile with a default number has to allow every other call by name',
      'a rule that notifies needs a program that is notified',
    ],
  },
};

const ofAgents: readonly Need[] = [
  'agent',
  'agent-credentials',
  'launch-agent',
  'agent-container',
  'pod-image',
  'seccomp-folder',
];

/** Returns the profile of a case in this area. Throws TypeError for an area in no profile. */
export function profileOf(area: string, { id, needs = [] }: Pick<Case, 'id' | 'needs'>): OwnProfile {
  if (needs.some((need) => ofAgents.includes(need))) return 'agent';
  const all = Object.entries(rows) as [OwnProfile, ProfileRow][];
  const found = all.find(([, { cases }]) => cases?.includes(id)) ?? all.find(([, { areas }]) => areas.includes(area));
  if (found === undefined) throw new TypeError(`the area ${area} is in no profile`);
  return found[0];
}

/** Every area and case that the rows name, for tests. */
export function namedByProfiles(): { readonly areas: readonly string[]; readonly cases: readonly string[] } {
  const all = Object.values(rows);
  return { areas: all.flatMap(({ areas }) => areas), cases: all.flatMap(({ cases = [] }) => cases) };
}

/** The rows of these profiles; for `all`, or none, those of every profile. */
export function profileRows(
  names: readonly ProfileName[],
): readonly (Pick<ProfileRow, 'about' | 'later'> & { readonly name: OwnProfile })[] {
  const every = names.length === 0 || names.includes('all');
  return (Object.entries(rows) as [OwnProfile, ProfileRow][])
    .filter(([name]) => every || names.includes(name))
    .map(([name, { about, later }]) => ({ name, about, later }));
}
