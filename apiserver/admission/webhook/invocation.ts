// Whether a webhook is called for a write, and in which version it sees it: namespace, labels, rules.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { matchedVersion, requestVersion } from '../rule/resource-rules.ts';
import { namespaceMatches, objectMatches } from '../rule/selectors.ts';
import { shownObject, withStatus } from '../rule/shown-object.ts';
import type { Webhook } from './webhook.ts';
import type { WebhookTools } from './webhook-tools.ts';

/** A write as one webhook sees it. */
export interface Invocation {
  readonly seen: VersionedResource;
  /** Whether it is another version than that of the request. */
  readonly converted: boolean;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
}

/** Whether selectors and rules match, and in which version. Throws StatusError where they match and the namespace is not there. */
export function matchedRequest(
  webhook: Webhook,
  attributes: AdmissionAttributes,
  { namespaces, versions }: Pick<WebhookTools, 'namespaces' | 'versions'>,
): VersionedResource | undefined {
  const inNamespace = namespaceMatches(webhook.namespaceSelector, attributes, namespaces);
  if (inNamespace === false || !objectMatches(webhook.objectSelector, attributes)) return undefined;
  const seen = matchedVersion(webhook.rules, webhook.matchPolicy, attributes, versions);
  if (seen !== undefined && inNamespace instanceof StatusError) throw inNamespace;
  return seen;
}

/** The objects of a write in the version that is seen. */
export async function invocationIn(
  seen: VersionedResource,
  attributes: AdmissionAttributes,
  { versions, phase }: Pick<WebhookTools, 'versions'> & { readonly phase: 'mutating' | 'validating' },
  request: Abortable,
): Promise<Invocation> {
  const from = requestVersion(attributes);
  const { oldObject } = attributes;
  const object = sentObject(attributes, phase);
  const { kind } = seen;
  const same = kind.group === from.kind.group && kind.version === from.kind.version && kind.kind === from.kind.kind;
  const typed = (one: ApiObject | undefined): ApiObject | undefined =>
    one === undefined ? undefined : withStatus(one, versions.schema(seen));
  if (same) return { seen, converted: false, object: typed(object), oldObject };
  const converted = async (one: ApiObject | undefined): Promise<ApiObject | undefined> =>
    one === undefined ? undefined : versions.convert(one, from, seen, request);
  return { seen, converted: true, object: typed(await converted(object)), oldObject: await converted(oldObject) };
}

/** The parameters of a connection have no metadata. */
function sentObject(attributes: AdmissionAttributes, phase: 'mutating' | 'validating'): ApiObject | undefined {
  const shown = shownObject(attributes, phase);
  if (shown === undefined || attributes.operation !== 'CONNECT') return shown;
  const { metadata: _metadata, ...parameters } = shown;
  return parameters as ApiObject;
}
