// The part of NodeRestriction about pods: an agent creates mirror pods only, touches pods of its node only, and gets tokens for
// them only (requirements NODEAUTHZ).

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject, OwnerReference } from '../../../shared/object/api-object.ts';
import { notFound } from '../../../shared/object/errors.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { mirrorAnnotation } from '../../../shared/object/mirror-annotation.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import { podReferences } from '../../authorization/node/pod-references.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { isMirrorPod, podSpecOf } from '../rule/pod-form.ts';
import { refusal } from '../rule/refusal.ts';

export interface PodRestrictionOptions {
  readonly vendor: Vendor;
  readonly pods: Lister;
  readonly nodes: Lister;
  readonly csiDrivers: Lister;
  readonly authorizer: Authorizer;
}

const quote = (text: string): string => JSON.stringify(text);

export function checkPodWrite(node: string, attributes: AdmissionAttributes, options: PodRestrictionOptions): void {
  const { operation, subresource, oldObject } = attributes;
  const own = podSpecOf(oldObject)?.nodeName === node;
  if (subresource === '' && operation === 'CREATE') {
    checkMirrorPod(node, attributes, options);
  } else if (subresource === '' && operation === 'DELETE') {
    // A collection is deleted one by one: the object is there each time.
    if (!own) throw refusal(attributes, `node ${quote(node)} can only delete pods with spec.nodeName set to itself`);
  } else if (subresource === 'status' && operation === 'UPDATE') {
    checkPodStatus(node, attributes, own);
  } else if (subresource === 'eviction' && operation === 'CREATE') {
    const name = attributes.name || (attributes.object?.metadata.name ?? '');
    const pod = options.pods.get(attributes.namespace, name);
    if (pod === undefined) throw notFound({ group: '', resource: 'pod' }, name);
    if (podSpecOf(pod)?.nodeName !== node) {
      throw refusal(attributes, `node ${node} can only evict pods with spec.nodeName set to itself`);
    }
  } else if (subresource === '' || subresource === 'status' || subresource === 'eviction') {
    throw refusal(
      attributes,
      `unexpected operation ${quote(operation)}, node ${quote(node)} can only create and delete mirror pods`,
    );
  } else {
    throw refusal(
      attributes,
      `unexpected pod subresource ${quote(subresource)}, only 'status' and 'eviction' are allowed`,
    );
  }
}

function checkPodStatus(node: string, attributes: AdmissionAttributes, own: boolean): void {
  const { object, oldObject } = attributes;
  if (!own) {
    throw refusal(
      attributes,
      `node ${quote(node)} can only update pod status for pods with spec.nodeName set to itself`,
    );
  }
  const labels = (pod: ApiObject | undefined): unknown => new Map(Object.entries(pod?.metadata.labels ?? {}));
  if (!isDeepStrictEqual(labels(object), labels(oldObject))) {
    throw refusal(attributes, `node ${quote(node)} cannot update labels through pod status`);
  }
  const claims = (pod: ApiObject | undefined): unknown =>
    JSON.stringify((pod?.['status'] as { resourceClaimStatuses?: unknown } | undefined)?.resourceClaimStatuses ?? []);
  if (claims(object) !== claims(oldObject)) {
    throw refusal(attributes, `node ${quote(node)} cannot update resource claim statuses`);
  }
}

function checkMirrorPod(node: string, attributes: AdmissionAttributes, { vendor, nodes }: PodRestrictionOptions): void {
  const pod = attributes.object;
  const mark = mirrorAnnotation(vendor);
  if (pod === undefined || !isMirrorPod(pod, mark)) {
    throw refusal(
      attributes,
      `pod does not have ${quote(mark)} annotation, node ${quote(node)} can only create mirror pods`,
    );
  }
  if (podSpecOf(pod)?.nodeName !== node) {
    throw refusal(attributes, `node ${quote(node)} can only create pods with spec.nodeName set to itself`);
  }
  const problem = ownerProblem(node, pod.metadata.ownerReferences ?? [], nodes.get('', node)?.metadata.uid);
  if (problem !== undefined) throw refusal(attributes, problem);
  const references = podReferences(pod);
  const referred = (
    [
      ['service account', references.serviceAccounts],
      ['secrets', references.secrets],
      ['configmaps', references.configMaps],
      ['persistentvolumeclaims', references.claims],
      ['resourceclaims', references.resourceClaims],
    ] as const
  ).find(([, names]) => names.size > 0);
  if (referred !== undefined) {
    throw refusal(attributes, `node ${quote(node)} can not create pods that reference ${referred[0]}`);
  }
}

/** The node itself is the one owner of its mirror pods. */
function ownerProblem(node: string, owners: readonly OwnerReference[], uid: string | undefined): string | undefined {
  const [owner] = owners;
  const only = `node ${quote(node)} can only create pods with`;
  if (owners.length > 1) return `${only} a single owner reference set to itself`;
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node) {
    return `${only} an owner reference set to itself`;
  }
  if (owner.controller !== true) return `${only} a controller owner reference set to itself`;
  if (owner.blockOwnerDeletion === true)
    return `node ${quote(node)} must not set blockOwnerDeletion on an owner reference`;
  return owner.uid === uid ? undefined : `node ${node} UID mismatch: expected ${owner.uid} got ${uid ?? ''}`;
}

interface TokenRequestSpec {
  readonly audiences?: readonly string[] | null;
  readonly boundObjectRef?: {
    readonly apiVersion?: string;
    readonly kind?: string;
    readonly name?: string;
    readonly uid?: string;
  };
}

export async function checkTokenRequest(
  node: string,
  attributes: AdmissionAttributes,
  options: PodRestrictionOptions,
  signal: AbortSignal,
): Promise<void> {
  if (attributes.operation !== 'CREATE' || attributes.subresource !== 'token') return;
  const { boundObjectRef: bound, audiences } = (attributes.object?.['spec'] ?? {}) as TokenRequestSpec;
  if (bound?.kind !== 'Pod' || bound.apiVersion !== 'v1' || (bound.name ?? '') === '') {
    throw refusal(attributes, 'node requested token not bound to a pod');
  }
  const { name = '', uid = '' } = bound;
  if (uid === '') throw refusal(attributes, 'node requested token with a pod binding without a uid');
  const pod = options.pods.get(attributes.namespace, name);
  if (pod === undefined) throw notFound({ group: '', resource: 'pod' }, name);
  if (pod.metadata.uid !== uid) {
    const detail = `the UID in the bound object reference (${uid}) does not match the UID in record`;
    throw refusal(attributes, `${detail}. The object might have been deleted and then recreated`);
  }
  if (podSpecOf(pod)?.nodeName !== node) {
    throw refusal(attributes, 'node requested token bound to a pod scheduled on a different node');
  }
  // Null is how protobuf bodies say that there is none.
  const [audience = '', ...more] = audiences ?? [];
  if (more.length > 0) throw refusal(attributes, 'node may only request 0 or 1 audiences');
  if (audience === '' || podAudiences(pod, options.csiDrivers).has(audience)) return;
  if (await mayRequestAudience(options.authorizer, attributes, audience, signal)) return;
  throw refusal(
    attributes,
    `audience ${quote(audience)} not found in pod spec volume, and the node has no right to request it`,
  );
}

/** The audiences that the pod's volumes ask tokens for. */
function podAudiences(pod: ApiObject, csiDrivers: Lister): ReadonlySet<string> {
  const audiences = new Set<string>();
  for (const volume of podSpecOf(pod)?.volumes ?? []) {
    for (const source of volume.projected?.sources ?? []) audiences.add(source.serviceAccountToken?.audience ?? '');
    const driver = volume.csi?.driver === undefined ? undefined : csiDrivers.get('', volume.csi.driver);
    const spec = driver?.['spec'] as { readonly tokenRequests?: readonly { readonly audience?: string }[] } | undefined;
    for (const request of spec?.tokenRequests ?? []) audiences.add(request.audience ?? '');
  }
  return audiences;
}

async function mayRequestAudience(
  authorizer: Authorizer,
  { user, namespace, name }: AdmissionAttributes,
  audience: string,
  signal: AbortSignal,
): Promise<boolean> {
  const verb = 'request-serviceaccounts-token-audience';
  const asked = {
    kind: 'resource' as const,
    user,
    verb,
    group: '',
    version: '',
    resource: audience,
    subresource: '',
    namespace,
    name,
  };
  return (await authorizer.authorize(asked, { signal })).outcome === 'allow';
}
