// `eviction`: a delete of a pod that asks its disruption budget first. An allowed disruption is counted in the budget's status
// before the pod goes, guarded against other evictions.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { LabelSelectorObject } from '../../../shared/object/label-selector.ts';
import type { Status } from '../../../shared/object/status-error.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { Pod } from '../kinds/core/pod/pod-strategy.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import { badRequest, forbidden, tooManyRequests } from '../../../shared/object/errors.ts';
import { takeNamespace } from '../object/metadata.ts';
import { labelMap, labelSelectorOf } from '../../../shared/object/label-selector.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { bodyShapeOf, readBody } from '../context/decoded-object.ts';
import { deleteOptionsOf } from '../context/delete-options.ts';
import { writeOptionsOf } from '../options/write-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { statusResponse } from '../representation/object-response.ts';
import { copyObject } from '../object/copy-object.ts';
import { decodeJson } from '../../storage/format/stored-object.ts';
import { decodeCached, servedObjects } from '../object/converted-objects.ts';
import { readObject } from '../read/get.ts';
import { changed } from '../write/steps/changed-object.ts';
import { removalOf } from '../write/steps/removed-object.ts';
import { sent } from '../write/steps/sent-object.ts';
import { acceptObject, writeObject } from '../write/pipeline/write-object.ts';

interface Eviction extends ApiObject {
  deleteOptions?: Record<string, unknown>;
}

interface Budget extends ApiObject {
  spec?: { selector?: LabelSelectorObject };
  status?: {
    observedGeneration?: number;
    disruptionsAllowed?: number;
    desiredHealthy?: number;
    currentHealthy?: number;
    disruptedPods?: Record<string, string>;
  };
}

const retrySeconds = 10;
/** Pods that a budget may list as disrupted before further evictions are refused. */
const mostDisrupted = 2000;

export async function createEviction(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource, namespace, name } = request;
  const form = negotiateOutput(parts, request, 'object');
  const { dryRun, fieldValidation } = writeOptionsOf(parts.vendor, request.query, 'CreateOptions');
  const shape = bodyShapeOf(request.subresource);
  const body = await readBody(parts, request, shape, fieldValidation);
  const check = ({ metadata }: ApiObject): void => {
    takeNamespace(resource, namespace, metadata);
    if ((metadata.name ?? '') !== name) throw badRequest('name in URL does not match name in Eviction object');
  };
  const eviction: Eviction = await acceptObject(parts, {
    request,
    resource,
    namespace,
    name,
    dryRun,
    unstored: shape,
    create: { steps: sent({ subresource: 'eviction', check }), propose: () => body },
    named: false,
  });
  const options = await deleteOptionsOf(parts, optionsRequest(request, eviction));
  const pod = (await decodeCached(resource, await readObject(parts, request, { kind: 'unset' }), request)) as Pod;
  const code = parts.vendor.behaviour.createStatus;
  const outcome = needsBudget(pod) ? await useBudget(parts, request, pod, dryRun || options.dryRun) : 'allowed';
  if (outcome === 'several') return statusResponse(form, severalBudgets.code ?? 500, severalBudgets);
  const removal = removalOf(request, resource, { namespace, name }, { ...options, dryRun: dryRun || options.dryRun });
  await writeObject(parts, { ...removal, admitted: true });
  return statusResponse(form, code, { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code });
}

const severalBudgets: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  code: 500,
};

/** The options inside of the eviction are read as those of a delete are; what kind they say they are is of no matter. */
function optionsRequest(request: ResourceRequest, { deleteOptions }: Eviction): ResourceRequest {
  const { kind: _kind, apiVersion: _version, ...options } = deleteOptions ?? {};
  const bytes = Buffer.from(deleteOptions === undefined ? '' : stringifyJson(options));
  return {
    ...request,
    contentType: 'application/json',
    query: new URLSearchParams(),
    body: () => Promise.resolve(bytes),
  };
}

/** A pod that does not run, or is going anyway, disrupts nothing. */
function needsBudget(pod: Pod): boolean {
  const phase = pod.status?.phase ?? '';
  return !['Pending', 'Succeeded', 'Failed'].includes(phase) && pod.metadata.deletionTimestamp === undefined;
}

async function useBudget(
  parts: RegistryDependencies,
  request: ResourceRequest,
  pod: Pod,
  dryRun: boolean,
): Promise<'allowed' | 'several'> {
  const resource = parts.resources.find('policy', 'v1', 'poddisruptionbudgets');
  if (resource?.storage === undefined) return 'allowed';
  const budgets = await budgetsFor(parts, resource, request, pod);
  const [first, ...others] = budgets;
  if (first === undefined) return 'allowed';
  if (others.length > 0) return 'several';
  await writeObject(parts, {
    request,
    resource,
    namespace: request.namespace,
    name: first.metadata.name ?? '',
    dryRun,
    admitted: true,
    named: false,
    change: {
      steps: changed({ subresource: 'status', prepare() {}, validate: () => [] }, true),
      propose: ({ object }) => ({ object: disrupted(copyObject(object), pod, parts.clock.now()), missingFields: [] }),
    },
  });
  return 'allowed';
}

async function budgetsFor(
  parts: RegistryDependencies,
  resource: Resource,
  request: ResourceRequest,
  pod: Pod,
): Promise<readonly Budget[]> {
  const cache = parts.cacheOf(resource);
  await cache.consistent(request);
  const prefix = `${resource.storage?.prefix ?? ''}${request.namespace}/`;
  const labels = labelMap(pod.metadata.labels);
  const budgets = await servedObjects(resource, [...cache.current().scan(prefix)], request);
  return budgets
    .map((held) => decodeJson(held.text) as Budget)
    .filter(({ spec }) => spec?.selector !== undefined && labelSelectorOf(spec.selector).matches(labels));
}

/** The budget with one disruption less. Throws 429 when there is none left, or when its status is out of date. */
function disrupted(budget: Budget, pod: Pod, now: number): Budget {
  const name = budget.metadata.name ?? '';
  const status = budget.status ?? {};
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  if ((status.observedGeneration ?? 0) < (budget.metadata.generation ?? 0)) {
    const cause = `The disruption budget ${name} is still being processed by the server.`;
    throw tooManyRequests(message, retrySeconds, [{ reason: 'DisruptionBudget', message: cause }]);
  }
  const allowed = status.disruptionsAllowed ?? 0;
  if (allowed <= 0) {
    const cause = `The disruption budget ${name} needs ${status.desiredHealthy ?? 0} healthy pods and has ${status.currentHealthy ?? 0} currently`;
    throw tooManyRequests(message, 0, [{ reason: 'DisruptionBudget', message: cause }]);
  }
  const podName = pod.metadata.name ?? '';
  if (Object.keys(status.disruptedPods ?? {}).length >= mostDisrupted) {
    const reason = `${mostDisrupted} disrupted pods were not counted yet, which is as many as a budget remembers`;
    throw forbidden({ group: 'policy', resource: 'poddisruptionbudgets' }, name, reason);
  }
  delete budget.metadata.resourceVersion;
  budget.status = {
    ...status,
    disruptionsAllowed: allowed - 1,
    disruptedPods: { ...status.disruptedPods, [podName]: formatTime(now) },
  };
  return budget;
}
