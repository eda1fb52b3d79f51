// Whether a request is of a namespace, and of objects, that the selectors of a webhook or a policy take.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { notFound } from '../../../shared/object/errors.ts';
import { labelMap, type LabelSelector } from '../../../shared/object/label-selector.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import { isNamespaces } from './resource-rules.ts';

/**
 * Requests for objects of the cluster always match, except for namespaces, which have labels of their own. A StatusError where the
 * namespace is not there: it is for who would be called otherwise.
 */
export function namespaceMatches(
  selector: LabelSelector,
  attributes: AdmissionAttributes,
  namespaces: Lister,
): boolean | StatusError {
  if (selector.everything) return true;
  const { operation, namespace, name, object, subresource } = attributes;
  if (isNamespaces(attributes)) {
    const own = subresource === '' && (operation === 'CREATE' || operation === 'UPDATE') ? object : undefined;
    return labelsMatch(selector, own ?? namespaces.get('', name), name);
  }
  return namespace === '' || labelsMatch(selector, namespaces.get('', namespace), namespace);
}

function labelsMatch(selector: LabelSelector, namespace: ApiObject | undefined, name: string): boolean | StatusError {
  if (namespace === undefined) return notFound({ group: '', resource: 'namespaces' }, name);
  return selector.matches(labelMap(namespace.metadata.labels));
}

/** Whether the object as it will be, or as it was, has the labels. */
export function objectMatches(selector: LabelSelector, { object, oldObject }: AdmissionAttributes): boolean {
  const has = (one: ApiObject | undefined): boolean =>
    one !== undefined && selector.matches(labelMap(one.metadata.labels));
  return selector.everything || has(object) || has(oldObject);
}
