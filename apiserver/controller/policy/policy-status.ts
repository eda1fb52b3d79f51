// Tells authors of validating policies what does not fit the kinds that their rules name: checks the expressions of each new
// generation of a policy, and writes the warnings to `status.typeChecking`.

import { ApiClient } from '../../../shared/client/request/api-client.ts';
import { isNotFound } from '../../../shared/client/request/failure.ts';
import type { Informer } from '../../../shared/client/watch/informer.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { CheckedPolicy, ExpressionWarning, TypedKind } from '../../admission/policy/type-checks.ts';
import { resourcesOf } from '../api/resources.ts';
import type { ControllerEnvironment } from '../contract/controller.ts';
import { keyedLoop, keyOf, splitKey } from '../loop/keyed-loop.ts';
import { WorkQueue } from '../loop/work-queue.ts';
import type { GroupVersionKind } from './kind-types.ts';
import { KindDiscovery, type NamedResources } from './matched-kinds.ts';

const account = 'validatingadmissionpolicy-status-controller';
/** The manager of the fields of the status. */
const fieldManager = 'validatingadmissionpolicy-status';

interface Policy extends ApiObject {
  readonly spec?: CheckedPolicy & {
    readonly paramKind?: { readonly apiVersion?: string; readonly kind?: string };
    readonly matchConstraints?: { readonly resourceRules?: readonly NamedResources[] };
  };
  readonly status?: { readonly observedGeneration?: number };
}

export function policyStatusController(environment: ControllerEnvironment, policies: Informer<ApiObject>): Loop {
  const { vendor, clock, log, transportFor, observeQueue } = environment;
  const client = new ApiClient(transportFor(account), { clock });
  const resource = client.resource(resourcesOf(vendor).validatingPolicies);
  const queue = new WorkQueue({
    observer: observeQueue?.(account),
    clock,
    onError: (key, error) => log.warn('the types of a policy could not be checked; trying again', { key, error }),
  });
  const add = (policy: ApiObject): void => {
    if (isUnchecked(policy)) queue.add(keyOf(policy));
  };
  policies.onChange({ added: add, modified: add });
  return keyedLoop({
    name: account,
    views: [policies],
    queue,
    async work(key, signal) {
      const policy: Policy | undefined = policies.get('', splitKey(key).name);
      if (policy === undefined || !isUnchecked(policy)) return;
      const expressionWarnings = await warningsOf(policy, client, environment, signal);
      const status = { observedGeneration: policy.metadata.generation, typeChecking: checked(expressionWarnings) };
      const { apiVersion, kind, metadata } = policy;
      try {
        await resource.apply({ apiVersion, kind, metadata: { name: metadata.name }, status } as ApiObject, {
          fieldManager,
          force: true,
          subresource: 'status',
          signal,
        });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}

function isUnchecked(policy: Policy): boolean {
  return (policy.metadata.generation ?? 0) > (policy.status?.observedGeneration ?? 0);
}

/** No warnings are an empty object: it says that the check was made. */
function checked(expressionWarnings: readonly ExpressionWarning[]): object {
  return expressionWarnings.length === 0 ? {} : { expressionWarnings };
}

/** The language is loaded with the first policy that is checked. */
async function warningsOf(
  { spec = {} }: Policy,
  client: ApiClient,
  { vendor }: ControllerEnvironment,
  signal: AbortSignal,
): Promise<readonly ExpressionWarning[]> {
  const { typeWarnings } = await import('../../admission/policy/type-checks.ts');
  const { KindTypes } = await import('./kind-types.ts');
  const found = new KindTypes(client, vendor, signal);
  const kinds = await new KindDiscovery(client, signal).kindsOf(spec.matchConstraints?.resourceRules ?? []);
  const typed: TypedKind[] = [];
  for (const kind of kinds) {
    const type = await found.typeOf(kind);
    if (type !== undefined) typed.push({ ...kind, type });
  }
  const params = paramKindOf(spec);
  return typeWarnings(spec, typed, params === undefined ? undefined : await found.typeOf(params), vendor);
}

function paramKindOf({ paramKind }: NonNullable<Policy['spec']>): GroupVersionKind | undefined {
  const { apiVersion = '', kind = '' } = paramKind ?? {};
  const parsed = parseGroupVersion(apiVersion);
  return parsed === undefined || kind === '' ? undefined : { ...parsed, kind };
}
