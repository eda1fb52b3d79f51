// Which areas of the suite cover which folder: their cases assert the behaviour of its code.

const claiming = {
  'apiserver/admission': [
    'admission',
    'cel',
    'dry-run',
    'limits',
    'namespaces',
    'node-authorization',
    'objects',
    'updating',
  ],
  'apiserver/authentication': [
    'authentication',
    'bootstrap-tokens',
    'oidc',
    'requestheader',
    'node-authorization',
    'token-webhook',
  ],
  'apiserver/authorization': [
    'abac',
    'access-reviews',
    'authorization',
    'impersonation',
    'node-authorization',
    'rbac',
    'webhook-authorizer',
  ],
  'apiserver/controller': [
    'authentication',
    'bootstrap-tokens',
    'deletion',
    'namespaces',
    'node-lifecycle',
    'node-authorization',
    'objects',
    'rbac',
  ],
  'apiserver/registry': [
    'apply',
    'deletion',
    'discovery',
    'dry-run',
    'errors',
    'events',
    'field-validation',
    'limits',
    'listing',
    'media-types',
    'namespaces',
    'objects',
    'removed-apis',
    'resource-versions',
    'selectors',
    'updating',
    'verbs-and-paths',
    'versioning',
    'watching',
  ],
  'apiserver/storage': [
    'deletion',
    'events',
    'limits',
    'listing',
    'resource-versions',
    'selectors',
    'updating',
    'watching',
  ],
  apiserver: [
    'authentication',
    'discovery',
    'errors',
    'health',
    'impersonation',
    'limits',
    'media-types',
    'proxy-and-misc',
    'requestheader',
    'verbs-and-paths',
    'watching',
  ],
  'agent/checkpoint': ['checkpoint', 'proxy-and-misc'],
  'agent/lease': ['node-status', 'agent-config'],
  'agent/node': ['node-status', 'agent-config'],
  'agent/server': ['checkpoint', 'proxy-and-misc', 'agent-config', 'node-status'],
  agent: ['agent-config', 'checkpoint', 'node-status', 'proxy-and-misc', 'watchdog'],
};

/** All areas whose cases send requests to an agent. */
export const agentAreas = claiming.agent;

/** The areas that claim what this file does; the longest folder decides. None: of a folder that all areas are about. */
export function claimingAreas(file) {
  const folders = Object.keys(claiming).filter((folder) => file.startsWith(`${folder}/`));
  const [longest] = folders.sort((one, other) => other.length - one.length);
  return longest === undefined ? [] : claiming[longest];
}

/** The folders that are sampled when none is named. */
export const usualFolders = [
  'apiserver/registry',
  'apiserver/authentication',
  'apiserver/authorization',
  'apiserver/admission',
  'apiserver/controller',
  'apiserver/storage',
  'agent/lease',
  'agent/node',
  'agent/checkpoint',
  'agent/server',
  'shared',
];
