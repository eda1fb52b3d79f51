// Profiles: parts of the suite that somebody wants by themselves. A case belongs to one of them, by its area, or by its need
// of an agent; `all` is every case.

import type { Case, Need } from '../contract/case.ts';

/** Profiles by name. */
export const profileNames = ['api', 'access', 'extension', 'lifecycle', 'agent', 'all'] as const;
export type ProfileName = (typeof profileNames)[number];

/** The profile of one case. */
export type OwnProfile = Exclude<ProfileName, 'all'>;

/** What one profile is about. */
interface ProfileRow {
  readonly about: string;
  readonly areas: readonly string[];
  /** Cases of areas of other profiles. */
  readonly cases?: readonly string[];
  /** Reasons of the catalogue for requirements of this profile that have no case yet. */
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
      'access-reviews',
      'admission',
      'attacks',
      'authentication',
      'authorization',
      'bootstrap-tokens',
      'impersonation',
      'node-authorization',
      'rbac',
      'requestheader',
    ],
    later: [
      'needs a server with a file of its own and an identity provider; see OIDC-023',
      'needs a server with an authorization webhook of its own; see WHAUTHZ-016',
      'no case starts a server with a file of authorizers yet',
      'no case starts a server with a file of identity providers yet',
      'no case starts a server with a policy file of attributes yet',
      'no case starts a server with a token webhook yet',
      'no case starts a server with an authorization webhook yet',
    ],
  },
  extension: {
    about: 'kinds, servers and checks that users add',
    areas: ['cel'],
    cases: [
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
      'webhook-configuration-form',
    ],
    later: ['needs another server that the target can reach', 'no case looks at costs of expressions in errors yet'],
  },
  lifecycle: {
    about: 'deletion, owners, namespaces, and nodes that fall silent',
    areas: ['deletion', 'namespaces', 'node-lifecycle'],
    later: [],
  },
  agent: {
    about: 'node agents: every case that needs one, whatever its area',
    areas: ['agent-config', 'checkpoint', 'node-status', 'proxy-and-misc', 'watchdog'],
    later: ['no case runs pods yet'],
  },
};

const ofAgents: readonly Need[] = ['agent', 'agent-credentials', 'launch-agent', 'agent-container'];

/** The profile that a case of this area belongs to. Throws TypeError for an area that stands in no profile. */
export function profileOf(area: string, { id, needs = [] }: Pick<Case, 'id' | 'needs'>): OwnProfile {
  if (needs.some((need) => ofAgents.includes(need))) return 'agent';
  const all = Object.entries(rows) as [OwnProfile, ProfileRow][];
  const found = all.find(([, { cases }]) => cases?.includes(id)) ?? all.find(([, { areas }]) => areas.includes(area));
  if (found === undefined) throw new TypeError(`the area ${area} stands in no profile`);
  return found[0];
}

/** All that the rows name, for a check that it is there. */
export function namedByProfiles(): { readonly areas: readonly string[]; readonly cases: readonly string[] } {
  const all = Object.values(rows);
  return { areas: all.flatMap(({ areas }) => areas), cases: all.flatMap(({ cases = [] }) => cases) };
}

/** The rows of these profiles; `all`, or none, are those of every profile. */
export function profileRows(
  names: readonly ProfileName[],
): readonly (Pick<ProfileRow, 'about' | 'later'> & { readonly name: OwnProfile })[] {
  const every = names.length === 0 || names.includes('all');
  return (Object.entries(rows) as [OwnProfile, ProfileRow][])
    .filter(([name]) => every || names.includes(name))
    .map(([name, { about, later }]) => ({ name, about, later }));
}
