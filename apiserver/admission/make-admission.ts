// Builds the admission of a server: which plug-ins there are, in which order they run, which are on by default (requirements
// ADM), and what the switches make of that.

import type { Lister } from '../../shared/object/lister.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Authorizer } from '../authorization/contract/authorizer.ts';
import type { RuleResolver } from '../authorization/rbac/resolve.ts';
import type { Admission, AdmissionPlugin } from './contract/admission.ts';
import { admissionChain, type Measuring, type WhenFresh } from './chain.ts';
import { alwaysAdmit, alwaysDeny } from './plugins/always.ts';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './plugins/certificates.ts';
import { claimGrowth } from './plugins/claim-growth.ts';
import { defaultIngressClass, defaultStorageClass } from './plugins/default-class.ts';
import { defaultTolerationSeconds, type TolerationSeconds } from './plugins/default-tolerations.ts';
import { limitRanger } from './plugins/limit/limit-ranger.ts';
import { namespaceLifecycle, type NamespaceLifecycleOptions } from './plugins/namespace-lifecycle.ts';
import { nodeRestriction } from './plugins/node-restriction.ts';
import { taintNodesByCondition } from './plugins/node-taints.ts';
import { ownerReferencesPermission, type ResourceOfKind } from './plugins/owner-references.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { priorityPlugin } from './plugins/priority.ts';
import { claimAdminAccess } from './device/claim-admin-access.ts';
import { rbacEscalation } from './plugins/rbac-escalation.ts';
import { runtimeClassPlugin } from './plugins/runtime-class.ts';
import { serviceAccountPlugin } from './plugins/service-account.ts';
import { storageObjectInUseProtection } from './plugins/storage-protection.ts';
import type { PluginConfigurations } from './plugin-configurations.ts';
import { UsageCounters } from './quota/counters.ts';
import { policyParameters } from './policy/policy-parameters.ts';
import { resourceQuota } from './quota/resource-quota.ts';
import type { PodSecurityMetrics } from './pod-security/pod-security-metrics.ts';

/** Views of the resources that plug-ins read. */
export interface AdmissionListers {
  readonly namespaces: Lister;
  readonly limitRanges: Lister;
  readonly serviceAccounts: Lister;
  readonly pods: Lister;
  readonly nodes: Lister;
  readonly csiDrivers: Lister;
  readonly priorityClasses: Lister;
  readonly storageClasses: Lister;
  readonly ingressClasses: Lister;
  readonly runtimeClasses: Lister;
  readonly resourceQuotas: Lister;
  readonly validatingPolicies: Lister;
  readonly mutatingPolicies: Lister;
}

/** What plug-ins are made of. */
export interface AdmissionParts {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly listers: AdmissionListers;
  readonly authorizer: Authorizer;
  readonly rules: RuleResolver;
  readonly resourceOf: ResourceOfKind;
  readonly configurations: PluginConfigurations;
  /** Absent: nothing is recorded. */
  readonly podSecurityMetrics?: PodSecurityMetrics;
  /** How long pods stay on a node that is not ready, or unreachable; default 300 each. */
  readonly tolerationSeconds?: TolerationSeconds;
  /** Resolves once the namespace lister shows everything acknowledged by any server; see `namespaceLifecycle`. */
  readonly namespacesConsistent?: (signal: AbortSignal) => Promise<void>;
  /** The same of the lister of quotas. */
  readonly quotasConsistent?: (signal: AbortSignal) => Promise<void>;
}

export interface AdmissionOptions extends AdmissionParts {
  /** Plug-ins to add to the default ones, and to remove. */
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  /** Plug-ins made elsewhere (webhooks, policies); they are on, and run at the place their name has in the order. */
  readonly further?: readonly AdmissionPlugin[];
  /** Absent: nothing is recorded. */
  readonly measuring?: Measuring;
  /** See `admissionChain`. */
  readonly whenFresh?: WhenFresh;
}

interface Offer {
  readonly onByDefault: boolean;
  make(parts: AdmissionParts): AdmissionPlugin;
}

/** Every name there is, in the order the plug-ins run. Names without an offer are known and not available. */
const order = [
  'AlwaysAdmit',
  'NamespaceAutoProvision',
  'NamespaceLifecycle',
  'NamespaceExists',
  'LimitPodHardAntiAffinityTopology',
  'LimitRanger',
  'ServiceAccount',
  'NodeRestriction',
  'TaintNodesByCondition',
  'AlwaysPullImages',
  'ImagePolicyWebhook',
  'PodSecurity',
  'PodNodeSelector',
  'Priority',
  'DefaultTolerationSeconds',
  'PodTolerationRestriction',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'DefaultStorageClass',
  'StorageObjectInUseProtection',
  'OwnerReferencesPermissionEnforcement',
  'PersistentVolumeClaimResize',
  'RuntimeClass',
  'CertificateApproval',
  'CertificateSigning',
  'ClusterTrustBundleAttest',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DenyServiceExternalIPs',
  'PodTopologyLabels',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
  'ResourceQuota',
  'AlwaysDeny',
] as const;

type PluginName = (typeof order)[number];

const on = (make: Offer['make']): Offer => ({ onByDefault: true, make });
const off = (make: Offer['make']): Offer => ({ onByDefault: false, make });

const offers: ReadonlyMap<PluginName, Offer> = new Map<PluginName, Offer>([
  ['AlwaysAdmit', off(alwaysAdmit)],
  ['NamespaceLifecycle', on((options) => namespaceLifecycle(namespacesOf(options)))],
  ['LimitRanger', on(({ vendor, listers }) => limitRanger(vendor, listers.limitRanges))],
  [
    'ServiceAccount',
    on(({ vendor, clock, listers }) =>
      serviceAccountPlugin({ vendor, clock, serviceAccounts: listers.serviceAccounts }),
    ),
  ],
  ['NodeRestriction', off(({ vendor, listers, authorizer }) => nodeRestriction({ vendor, authorizer, ...listers }))],
  ['TaintNodesByCondition', on(({ vendor }) => taintNodesByCondition(vendor))],
  [
    'PodSecurity',
    on(({ vendor, clock, listers, configurations, podSecurityMetrics }) =>
      podSecurity({
        vendor,
        namespaces: listers.namespaces,
        pods: listers.pods,
        configuration: configurations.podSecurity,
        ...(podSecurityMetrics === undefined ? {} : { metrics: podSecurityMetrics }),
        monotonic: () => clock.monotonic(),
      }),
    ),
  ],
  ['Priority', on(({ vendor, listers }) => priorityPlugin(vendor, listers.priorityClasses))],
  [
    'DefaultTolerationSeconds',
    on(({ vendor, tolerationSeconds }) => defaultTolerationSeconds(vendor, tolerationSeconds)),
  ],
  ['DefaultStorageClass', on(({ vendor, listers }) => defaultStorageClass(vendor, listers.storageClasses))],
  ['StorageObjectInUseProtection', on(({ vendor }) => storageObjectInUseProtection(vendor))],
  [
    'OwnerReferencesPermissionEnforcement',
    off(({ authorizer, resourceOf }) => ownerReferencesPermission(authorizer, resourceOf)),
  ],
  ['PersistentVolumeClaimResize', on(({ vendor, listers }) => claimGrowth(vendor, listers.storageClasses))],
  ['RuntimeClass', on(({ listers }) => runtimeClassPlugin(listers.runtimeClasses))],
  ['CertificateApproval', on(({ vendor, authorizer }) => certificateApproval(vendor, authorizer))],
  ['CertificateSigning', on(({ vendor, authorizer }) => certificateSigning(vendor, authorizer))],
  ['CertificateSubjectRestriction', on(({ vendor }) => certificateSubjectRestriction(vendor))],
  ['DefaultIngressClass', on(({ vendor, listers }) => defaultIngressClass(vendor, listers.ingressClasses))],
  [
    'ResourceQuota',
    on(({ vendor, clock, listers, configurations, quotasConsistent }) =>
      resourceQuota({
        quotas: listers.resourceQuotas,
        counters: new UsageCounters(vendor, () => clock.now()),
        limited: configurations.limitedResources,
        ...(quotasConsistent === undefined ? {} : { consistent: quotasConsistent }),
      }),
    ),
  ],
  ['AlwaysDeny', off(alwaysDeny)],
]);

/** Made elsewhere, of what users store; policies that change objects only where their feature gate is on. */
const elsewhere: ReadonlySet<PluginName> = new Set([
  'MutatingAdmissionPolicy',
  'MutatingAdmissionWebhook',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
]);

/** The names that `--enable-admission-plugins` takes, in the order they run. */
export const admissionPluginNames: readonly string[] = order.filter((name) => offers.has(name) || elsewhere.has(name));

/** Those that run when nothing is switched, in order. */
export const defaultAdmissionPlugins: readonly string[] = order.filter(
  (name) => offers.get(name)?.onByDefault === true || elsewhere.has(name),
);

/** Throws TypeError for a name that is unknown, not available, or both enabled and disabled. */
export function makeAdmission(options: AdmissionOptions): Admission {
  const { enable = [], disable = [], further = [], measuring, whenFresh } = options;
  const made = new Map(further.map((plugin) => [plugin.name, plugin]));
  for (const name of enable) checkPluginName(name, made);
  for (const name of disable) checkKnownPlugin(name);
  for (const name of made.keys())
    if (!isKnown(name)) throw new TypeError(`admission plugin ${name} has no place in the order`);
  const twice = enable.find((name) => disable.includes(name));
  if (twice !== undefined)
    throw new TypeError(`admission plugin ${JSON.stringify(twice)} is both enabled and disabled`);
  const plugins = order.flatMap((name): readonly AdmissionPlugin[] => {
    if (disable.includes(name)) return [];
    const own = made.get(name);
    if (own !== undefined) return [own];
    const offer = offers.get(name);
    return offer !== undefined && (offer.onByDefault || enable.includes(name)) ? [offer.make(options)] : [];
  });
  const always = [rbacEscalation(options), claimAdminAccess(namespacesOf(options)), policyParameters(options)];
  return admissionChain([...plugins, ...always], measuring, whenFresh);
}

function namespacesOf({ vendor, listers, namespacesConsistent }: AdmissionOptions): NamespaceLifecycleOptions {
  const { namespaces } = listers;
  return {
    vendor,
    namespaces,
    ...(namespacesConsistent === undefined ? {} : { consistent: namespacesConsistent }),
  };
}

function isKnown(name: string): name is PluginName {
  return (order as readonly string[]).includes(name);
}

/** Throws TypeError for a name that is unknown, or not available and not among those that were `made`. */
export function checkPluginName(name: string, made: ReadonlyMap<string, AdmissionPlugin> = new Map()): void {
  if (made.has(name) || (isKnown(name) && (offers.has(name) || elsewhere.has(name)))) return;
  const verdict = isKnown(name) ? 'is not available in this build' : 'is unknown';
  throw new TypeError(`admission plugin ${JSON.stringify(name)} ${verdict}; known: ${admissionPluginNames.join(', ')}`);
}

/** Throws TypeError for a name that is unknown. One that is known and not here is always off. */
export function checkKnownPlugin(name: string): void {
  if (isKnown(name)) return;
  throw new TypeError(`admission plugin ${JSON.stringify(name)} is unknown; known: ${order.join(', ')}`);
}
