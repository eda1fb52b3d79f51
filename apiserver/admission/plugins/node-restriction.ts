// NodeRestriction: a node agent may write its own node and the objects that belong to it, nothing of other nodes (NODEAUTHZ-024
// to NODEAUTHZ-031U). Other callers are not restricted.

import { isDeepStrictEqual } from 'node:util';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { NodeLabelRules } from '../../../shared/vendor/node-labels.ts';
import { nodeNameOf } from '../../authorization/node/node-identity.ts';
import type { Abortable, AdmissionAttributes, AdmissionPlugin, Admitted } from '../contract/admission.ts';
import { refusal } from '../rule/refusal.ts';
import { requestSubject } from './certificates.ts';
import { checkPodWrite, checkTokenRequest, type PodRestrictionOptions } from './node-restriction-pods.ts';

/** Refuses by throwing; an object that lies within the rules passes. */
type Check = (node: string, attributes: AdmissionAttributes, signal: AbortSignal) => Promise<void> | void;

export function nodeRestriction(options: PodRestrictionOptions): AdmissionPlugin {
  const checks = checksByResource(options);
  const check = (attributes: AdmissionAttributes, request: Abortable): Admitted => {
    const node = nodeNameOf(attributes.user);
    if (node === undefined) return undefined;
    if (node === '') {
      throw refusal(attributes, `could not determine node from user ${JSON.stringify(attributes.user.username)}`);
    }
    const checked = checks.get(`${attributes.resource}.${attributes.group}`)?.(node, attributes, request.signal);
    return isPending(checked) ? checked : undefined;
  };
  return {
    name: 'NodeRestriction',
    handles: (operation, group, resource) => operation !== 'CONNECT' && checks.has(`${resource}.${group}`),
    // Checked before anything is dropped, too: a sub-resource drops fields that it does not own, and a new node drops fields that
    // are no longer in use, so that validation would not see them.
    mutate: (attributes, request) =>
      attributes.operation === 'UPDATE' || attributes.resource === 'nodes' ? check(attributes, request) : undefined,
    validate: check,
  };
}

function checksByResource(options: PodRestrictionOptions): ReadonlyMap<string, Check> {
  const { vendor } = options;
  const labels = new NodeLabelRules(vendor);
  const leaseNamespace = vendor.fill('{short}-node-lease');
  const signers = new Set([
    vendor.fill('{label}/{short}-apiserver-client-kubelet'),
    vendor.fill('{label}/kubelet-serving'),
  ]);
  return new Map<string, Check>([
    ['pods.', (node, attributes) => checkPodWrite(node, attributes, options)],
    ['nodes.', (node, attributes) => checkNode(node, attributes, labels)],
    ['persistentvolumeclaims.', checkClaim],
    ['serviceaccounts.', (node, attributes, signal) => checkTokenRequest(node, attributes, options, signal)],
    [
      vendor.fill('leases.coordination.{api}'),
      (node, attributes) => {
        if (attributes.namespace !== leaseNamespace) {
          throw refusal(attributes, `can only access leases in the ${JSON.stringify(leaseNamespace)} system namespace`);
        }
        requireOwnName(node, attributes, 'can only access node lease with the same name as the requesting node');
      },
    ],
    [
      vendor.fill('csinodes.storage.{api}'),
      (node, attributes) =>
        requireOwnName(node, attributes, 'can only access CSINode with the same name as the requesting node'),
    ],
    [vendor.fill('resourceslices.resource.{api}'), checkSlice],
    [
      vendor.fill('certificatesigningrequests.certificates.{api}'),
      (_node, attributes) => checkSigningRequest(attributes, signers),
    ],
  ]);
}

function nameOf({ name, object }: AdmissionAttributes): string {
  return name === '' ? (object?.metadata.name ?? '') : name;
}

function requireOwnName(node: string, attributes: AdmissionAttributes, reason: string): void {
  if (nameOf(attributes) !== node) throw refusal(attributes, reason);
}

interface NodeSpec {
  readonly taints?: unknown;
  readonly configSource?: unknown;
}

function checkNode(node: string, attributes: AdmissionAttributes, labels: NodeLabelRules): void {
  const { operation, object, oldObject } = attributes;
  const quoted = JSON.stringify(node);
  const deny = (what: string): never => {
    throw refusal(attributes, `node ${quoted} is not allowed to ${what}`);
  };
  const name = nameOf(attributes);
  if (name !== node) deny(`modify node ${JSON.stringify(name)}`);
  const spec = (of: ApiObject | undefined): NodeSpec => of?.['spec'] ?? {};
  if (operation === 'CREATE') {
    if (spec(object).configSource !== undefined) deny('create nodes with a configSource');
    const forbidden = labels.forbiddenChanges(object?.metadata.labels, undefined);
    if (forbidden.length > 0) deny(`set the following labels: ${forbidden.join(', ')}`);
  }
  if (operation === 'UPDATE') {
    const differs = (now: unknown, before: unknown): boolean => stringifyJson(now) !== stringifyJson(before);
    if (spec(object).configSource !== undefined && differs(spec(object).configSource, spec(oldObject).configSource)) {
      deny('update configSource to a new non-nil configSource');
    }
    if (differs(spec(object).taints ?? [], spec(oldObject).taints ?? [])) deny('modify taints');
    const forbidden = labels.forbiddenChanges(object?.metadata.labels, oldObject?.metadata.labels);
    if (forbidden.length > 0) throw refusal(attributes, `is not allowed to modify labels: ${forbidden.join(', ')}`);
    if (differs(object?.metadata.ownerReferences ?? [], oldObject?.metadata.ownerReferences ?? [])) {
      deny('modify ownerReferences');
    }
  }
}

/** The agent may only report how far a volume has grown. */
const claimStatusFields = new Set([
  'capacity',
  'conditions',
  'allocatedResources',
  'allocatedResourceStatuses',
  'resizeStatus',
]);

function checkClaim(node: string, attributes: AdmissionAttributes): void {
  const { operation, subresource, object, oldObject } = attributes;
  if (operation !== 'UPDATE' || subresource !== 'status') {
    throw refusal(attributes, `node ${JSON.stringify(node)} may only update PVC status`);
  }
  const essence = (claim: ApiObject | undefined): unknown => {
    const { managedFields: _, resourceVersion: __, ...metadata } = claim?.metadata ?? {};
    const status = Object.entries(claim?.['status'] ?? {}).filter(([field]) => !claimStatusFields.has(field));
    return JSON.parse(stringifyJson({ metadata, spec: claim?.['spec'], status: Object.fromEntries(status) }));
  };
  if (isDeepStrictEqual(essence(object), essence(oldObject))) return;
  throw refusal(
    attributes,
    `node ${JSON.stringify(node)} is not allowed to update fields other than status.capacity and status.conditions`,
  );
}

function checkSlice(node: string, attributes: AdmissionAttributes): void {
  const { operation, object, oldObject } = attributes;
  const subject = operation === 'DELETE' ? oldObject : object;
  const owner = (subject?.['spec'] as { readonly nodeName?: string } | undefined)?.nodeName;
  if (owner === node || operation === 'UPDATE') return;
  const word = operation === 'DELETE' ? 'delete' : 'create';
  throw refusal(attributes, `can only ${word} ResourceSlice with the same NodeName as the requesting node`);
}

function checkSigningRequest(attributes: AdmissionAttributes, signers: ReadonlySet<string>): void {
  if (attributes.operation !== 'CREATE') return;
  const spec = (attributes.object?.['spec'] ?? {}) as { readonly signerName?: string; readonly request?: string };
  if (!signers.has(spec.signerName ?? '')) return;
  const { commonName } = requestSubject(attributes, spec.request ?? '');
  if (commonName === attributes.user.username) return;
  throw refusal(attributes, `can only create a node CSR with CN=${attributes.user.username}`);
}
