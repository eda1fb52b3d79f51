// The Node module: the minimal rights of node agents (NODEAUTHZ-001 to NODEAUTHZ-033). Access to single objects depends on
// their relation to the agent's node; the rest follows the fixed rules of the role `system:node`. For all other requests it
// has no opinion.

import { parseFieldSelector } from '../../../shared/object/field-selector.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer, Decision, ResourceAttributes } from '../contract/authorizer.ts';
import { defaultRules } from '../rbac/default-roles.ts';
import { compileRule } from '../rbac/rules.ts';
import { NodeGraph, type NodeListers, type PodReferenceKind } from './node-graph.ts';
import { nodeNameOf } from './node-identity.ts';

/** Decides about one resource; undefined leaves it to the fixed rules. */
type ResourceJudge = (node: string, attributes: ResourceAttributes) => Decision | undefined;

const allow: Decision = { outcome: 'allow', reason: '' };
const pass = (reason: string): Decision => ({ outcome: 'no-opinion', reason });
const ownVerbs = new Set(['get', 'create', 'update', 'patch', 'delete']);

export function nodeAuthorizer(listers: NodeListers, vendor: Vendor): Authorizer {
  const judges = resourceJudges(new NodeGraph(listers), vendor);
  const fixedRules = defaultRules(vendor, 'system:node').map(compileRule);
  return {
    name: 'Node',
    authorize(attributes): Decision {
      const node = nodeNameOf(attributes.user);
      if (node === undefined) return pass('');
      if (node === '') return pass(`unknown node for user ${JSON.stringify(attributes.user.username)}`);
      if (attributes.kind === 'resource') {
        const decision = judges.get(`${attributes.resource}.${attributes.group}`)?.(node, attributes);
        if (decision !== undefined) return decision;
      }
      return fixedRules.some((allows) => allows(attributes)) ? allow : pass('');
    },
    // A node's rights depend on the objects that its pods refer to: a list of rules cannot express them.
    rulesFor: async () => ({ rules: [], incomplete: false }),
  };
}

/** By `<resource>.<group>`. */
function resourceJudges(graph: NodeGraph, vendor: Vendor): ReadonlyMap<string, ResourceJudge> {
  const related = (node: string, holds: boolean): Decision =>
    holds ? allow : pass(`no relationship found between node '${node}' and this object`);
  const byReference =
    (kind: PodReferenceKind) =>
    (node: string, { namespace, name }: ResourceAttributes): Decision =>
      related(node, graph.refers(node, kind, namespace, name));
  const readOne = (judge: (node: string, attributes: ResourceAttributes) => Decision): ResourceJudge => {
    return (node, attributes) => {
      if (!['get', 'list', 'watch'].includes(attributes.verb)) return pass('can only read resources of this type');
      if (attributes.subresource !== '') return pass('cannot read subresource');
      if (attributes.namespace === '') return pass('can only read namespaced object of this type');
      return attributes.name === '' ? pass('No Object name found') : judge(node, attributes);
    };
  };
  const getOne = (judge: (node: string, attributes: ResourceAttributes) => Decision): ResourceJudge => {
    return (node, attributes) => {
      if (attributes.verb !== 'get') return pass('can only get individual resources of this type');
      if (attributes.subresource !== '') return pass('cannot get subresource');
      return attributes.name === '' ? pass('No Object name found') : judge(node, attributes);
    };
  };
  const claims = getOne(byReference('claims'));
  const claimStatus = statusOf(byReference('claims'));
  const accounts = getOne(byReference('serviceAccounts'));
  const tokens = tokenOf(byReference('serviceAccounts'));
  const storage = vendor.fill('storage.{api}');
  const dynamic = vendor.fill('resource.{api}');
  return new Map<string, ResourceJudge>([
    ['secrets.', readOne(byReference('secrets'))],
    ['configmaps.', readOne(byReference('configMaps'))],
    ['persistentvolumeclaims.', (node, asked) => (asked.subresource === 'status' ? claimStatus : claims)(node, asked)],
    ['persistentvolumes.', getOne((node, { name }) => related(node, graph.hasVolume(node, name)))],
    [`volumeattachments.${storage}`, getOne((node, { name }) => related(node, graph.hasAttachment(node, name)))],
    ['serviceaccounts.', (node, asked) => (asked.subresource === '' ? accounts : tokens)(node, asked)],
    [`resourceclaims.${dynamic}`, getOne(byReference('resourceClaims'))],
    [`resourceslices.${dynamic}`, (node, asked) => judgeSlice(graph, node, asked)],
    [
      vendor.fill('leases.coordination.{api}'),
      (node, asked) => judgeLease(node, asked, vendor.fill('{short}-node-lease')),
    ],
    [`csinodes.${storage}`, judgeCsiNode],
    ['nodes.', judgeNode],
    ['pods.', (node, asked) => judgePod(graph, node, asked)],
  ]);
}

function statusOf(judge: (node: string, attributes: ResourceAttributes) => Decision): ResourceJudge {
  return (node, attributes) => {
    if (attributes.verb !== 'update' && attributes.verb !== 'patch') return pass('can only get/update/patch this type');
    return attributes.name === '' ? pass('No Object name found') : judge(node, attributes);
  };
}

function tokenOf(judge: (node: string, attributes: ResourceAttributes) => Decision): ResourceJudge {
  return (node, attributes) => {
    if (attributes.verb !== 'create') return pass('can only create tokens for individual service accounts');
    if (attributes.subresource !== 'token') return pass('can only create token subresource of a service account');
    return attributes.name === '' ? pass('No Object name found') : judge(node, attributes);
  };
}

function judgeLease(node: string, attributes: ResourceAttributes, leaseNamespace: string): Decision {
  if (!ownVerbs.has(attributes.verb)) return pass('can only get, create, update, patch, or delete a node lease');
  if (attributes.namespace !== leaseNamespace) {
    return pass(`can only access leases in the ${JSON.stringify(leaseNamespace)} system namespace`);
  }
  // The name of a new lease stands in its body, which only admission sees.
  if (attributes.verb !== 'create' && attributes.name !== node) {
    return pass('can only access node lease with the same name as the requesting node');
  }
  return attributes.subresource === '' ? allow : pass('cannot access node lease subresources');
}

function judgeCsiNode(node: string, attributes: ResourceAttributes): Decision {
  if (!ownVerbs.has(attributes.verb)) return pass('can only get, create, update, patch, or delete a CSINode');
  if (attributes.subresource !== '') return pass('cannot authorize CSINode subresources');
  if (attributes.verb !== 'create' && attributes.name !== node) {
    return pass('can only access CSINode with the same name as the requesting node');
  }
  return allow;
}

function judgeNode(node: string, { verb, subresource, name }: ResourceAttributes): Decision | undefined {
  if (subresource !== '' || !['get', 'list', 'watch'].includes(verb)) return undefined;
  if (name === '') return pass(`node '${node}' cannot read all nodes, only its own Node object`);
  return name === node ? allow : pass(`node '${node}' cannot read '${name}', only its own Node object`);
}

function judgePod(graph: NodeGraph, node: string, attributes: ResourceAttributes): Decision | undefined {
  if (attributes.subresource !== '') return undefined;
  switch (attributes.verb) {
    case 'get':
      if (graph.hasPod(node, attributes.namespace, attributes.name)) return allow;
      return pass(`no relationship found between node '${node}' and this object`);
    case 'list':
    case 'watch':
      if (selects(attributes, 'spec.nodeName') === node) return allow;
      return pass('can only list/watch pods with spec.nodeName field selector');
    default:
      return undefined;
  }
}

function judgeSlice(graph: NodeGraph, node: string, attributes: ResourceAttributes): Decision {
  if (attributes.subresource !== '') return pass('cannot authorize ResourceSlice subresources');
  switch (attributes.verb) {
    case 'create':
      // Which node it is for stands in the body: NodeRestriction looks there.
      return allow;
    case 'get':
    case 'update':
    case 'patch':
    case 'delete':
      if (graph.hasSlice(node, attributes.name)) return allow;
      return pass(`no relationship found between node '${node}' and this object`);
    case 'list':
    case 'watch':
    case 'deletecollection':
      if (selects(attributes, 'spec.nodeName') === node) return allow;
      return pass('can only list/watch/deletecollection resourceslices with spec.nodeName field selector');
    default:
      return pass('can only get, create, update, patch, delete, list, watch or deletecollection a ResourceSlice');
  }
}

/** The value that the request's field selector fixes; undefined when it does not, or cannot be read. */
function selects(attributes: ResourceAttributes, field: string): string | undefined {
  try {
    return attributes.fieldSelector === undefined
      ? undefined
      : parseFieldSelector(attributes.fieldSelector).exactValue(field);
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}
