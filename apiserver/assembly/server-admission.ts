// The admission of a server: its plug-ins, and those that follow stored objects. One list of constructions, no logic.

import type { Schemas } from '../../shared/schema/builtin.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { admissionMetrics } from '../admission/admission-metrics.ts';
import type { Admission, AdmissionPlugin } from '../admission/contract/admission.ts';
import { mutatingPolicies } from '../admission/policy/mutating-plugin.ts';
import { mutationMetrics, policyMetrics } from '../admission/policy/policy-metrics.ts';
import { validatingPolicies } from '../admission/policy/policy-plugin.ts';
import { makeAdmission } from '../admission/make-admission.ts';
import { readPluginConfigurations } from '../admission/plugin-configurations.ts';
import { podSecurityMetrics } from '../admission/pod-security/pod-security-metrics.ts';
import { webhookMetrics } from '../admission/webhook/webhook-metrics.ts';
import { mutatingWebhooks, validatingWebhooks } from '../admission/webhook/webhook-plugins.ts';
import type { WebhookTools } from '../admission/webhook/webhook-tools.ts';
import { isOn } from '../config/option/gates.ts';
import { servedUnder } from '../config/option/runtime-config.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { OutboundCaller } from '../outbound/contract/outbound.ts';
import type { Resources } from '../registry/contract/resource.ts';
import type { WatchCache } from '../storage/cache/watch-cache.ts';
import { admissionParams } from './admission-params.ts';
import { admissionVersions } from './admission-versions.ts';
import type { ResourceListers } from './resource-listers.ts';
import type { buildAccess } from './server-access.ts';

export interface AdmissionSurroundings {
  readonly resources: Resources;
  readonly listers: ResourceListers;
  readonly access: Pick<ReturnType<typeof buildAccess>, 'authorizer' | 'rules'>;
  readonly watchCache: Pick<WatchCache, 'cacheOf' | 'whenFresh'>;
  readonly outbound: OutboundCaller;
  readonly schemas: Schemas;
}

type AdmissionContext = Pick<ServerContext, 'vendor' | 'clock' | 'log' | 'metrics' | 'options' | 'gates'>;

export function buildAdmission(context: AdmissionContext, surroundings: AdmissionSurroundings): Admission {
  const { vendor, clock, metrics, options } = context;
  const { resources, listers, access, watchCache, schemas } = surroundings;
  /** Resolves once the cache of a core resource shows every acknowledged write. */
  const consistent =
    (name: string) =>
    async (signal: AbortSignal): Promise<void> => {
      const prefix = resources.find('', 'v1', name)?.storage?.prefix;
      if (prefix !== undefined) await watchCache.cacheOf(prefix)?.consistent({ signal });
    };
  return makeAdmission({
    vendor,
    clock,
    whenFresh: (request) => watchCache.whenFresh(request),
    measuring: { metrics: admissionMetrics(metrics), now: () => clock.monotonic() },
    listers,
    configurations: readPluginConfigurations(options.admissionConfiguration, { vendor, schemas }),
    podSecurityMetrics: podSecurityMetrics(metrics),
    authorizer: access.authorizer,
    rules: access.rules,
    further: storedPlugins(context, surroundings),
    resourceOf: (group, version, kind) => {
      const found = resources.all.find(
        (one) => one.group === group && one.version === version && one.kind === kind && one.storage !== undefined,
      );
      return found === undefined ? undefined : { resource: found.name, namespaced: found.namespaced };
    },
    namespacesConsistent: consistent('namespaces'),
    quotasConsistent: consistent('resourcequotas'),
    ...(options.tolerationSeconds === undefined ? {} : { tolerationSeconds: options.tolerationSeconds }),
    ...(options.enableAdmissionPlugins === undefined ? {} : { enable: options.enableAdmissionPlugins }),
    ...(options.disableAdmissionPlugins === undefined ? {} : { disable: options.disableAdmissionPlugins }),
  });
}

/** What users describe by objects: webhooks and policies. */
function storedPlugins(
  { vendor, clock, log, metrics, gates, options }: AdmissionContext,
  { resources, listers, access, watchCache, outbound }: AdmissionSurroundings,
): readonly AdmissionPlugin[] {
  const tools: WebhookTools = {
    vendor,
    clock,
    log,
    outbound,
    namespaces: listers.namespaces,
    versions: admissionVersions(resources),
    authorizer: access.authorizer,
    metrics: webhookMetrics(metrics),
  };
  const policies = {
    vendor,
    log,
    namespaces: listers.namespaces,
    versions: tools.versions,
    params: admissionParams(resources, watchCache),
    authorizer: access.authorizer,
    metrics: policyMetrics(metrics),
  };
  const mutating = isOn(gates, 'MutatingAdmissionPolicy') && areServed(vendor, resources, options);
  return [
    ...(mutating
      ? [
          mutatingPolicies(listers, {
            ...policies,
            mutationMetrics: mutationMetrics(metrics),
            now: () => clock.monotonic(),
          }),
        ]
      : []),
    validatingPolicies(listers, policies),
    mutatingWebhooks(listers.mutatingWebhooks, tools),
    validatingWebhooks(listers.validatingWebhooks, tools),
  ];
}

/** Policies that no version shows must not act: they could not be found, nor removed. */
function areServed(vendor: Vendor, resources: Resources, { runtimeConfig = {} }: AdmissionContext['options']): boolean {
  const served = servedUnder(vendor, resources, runtimeConfig).resources.all;
  return ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'].every((name) =>
    served.some((one) => one.group === vendor.fill('admissionregistration.{api}') && one.name === name),
  );
}
