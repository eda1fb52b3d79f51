// The two vendor profiles, as data, and the function that makes a `Vendor` of one. The only place in the project that
// spells a vendor's names.

import type { Behaviour, Vendor, VendorId } from './vendor.ts';

/** What each placeholder of a template stands for. */
interface Tokens {
  readonly api: string;
  readonly label: string;
  readonly maker: string;
  readonly Maker: string;
  readonly MAKER: string;
  readonly short: string;
  readonly stored: string;
}

interface Profile {
  readonly tokens: Tokens;
  readonly behaviour: Behaviour;
}

const profiles: Readonly<Record<VendorId, Profile>> = {
  orch: {
    tokens: {
      api: 'orch.io',
      label: 'orch.io',
      maker: 'orch',
      Maker: 'Orch',
      MAKER: 'ORCH',
      short: 'orch',
      stored: 'orch',
    },
    behaviour: {
      createStatus: 200,
      versionedCreateStatus: 400,
      strangeVersionStatus: 409,
      expiredWatch: 'http-410',
      bookmarkAnnotation: false,
      emptyDryRun: 'ignored',
      emptyManagedFields: 'keep',
      resetOwners: 'own-changes',
      headOfResource: 'like-get',
      healthSummary: () => 'healthz check passed',
      readErrorOption: 'judged',
      strictPatchStatus: 400,
      namespacedUrlRule: 'no-effect',
      accountWithoutNamespace: 'refused',
      jsonPatch: 'rfc',
      strategicPatch: 'documented',
      patchWithoutVersion: 'of-endpoint',
      unstoredContent: 'nothing',
      roleRefChangeStatus: 400,
      failedAuthorizationStatus: 403,
      webhookAddressQuery: 'refused',
      healthPortStatus: 422,
      taintDelay: 'one-grace-period',
      validationMetrics: '',
      listLiteralCost: 40,
      hostNameAddress: 'HostName',
      networkCondition: 'agent',
      clusterInfoKey: 'token',
      acceptRanges: 'http',
      documentMethods: 'reading',
      deviceVersions: ['v1alpha1', 'v1beta1'],
    },
  },
  kubernetes: {
    tokens: {
      api: 'k8s.io',
      label: 'kubernetes.io',
      maker: 'kubernetes',
      Maker: 'Kubernetes',
      MAKER: 'KUBERNETES',
      short: 'kube',
      stored: 'k8s',
    },
    behaviour: {
      createStatus: 201,
      versionedCreateStatus: 500,
      strangeVersionStatus: 500,
      expiredWatch: 'error-event',
      bookmarkAnnotation: true,
      emptyDryRun: 'invalid',
      emptyManagedFields: 'reset',
      resetOwners: 'nobody',
      headOfResource: 'refused',
      healthSummary: (endpoint) => `${endpoint} check passed`,
      readErrorOption: 'gated',
      strictPatchStatus: 422,
      namespacedUrlRule: 'invalid',
      accountWithoutNamespace: 'own',
      jsonPatch: 'lenient',
      strategicPatch: 'literal',
      patchWithoutVersion: 'of-none',
      unstoredContent: 'counts',
      roleRefChangeStatus: 422,
      failedAuthorizationStatus: 500,
      webhookAddressQuery: 'dropped',
      healthPortStatus: 500,
      taintDelay: 'at-once',
      validationMetrics: 'apiserver_validation_',
      listLiteralCost: 10,
      hostNameAddress: 'Hostname',
      networkCondition: 'network-plugin',
      clusterInfoKey: 'secret',
      acceptRanges: 'names',
      documentMethods: 'any',
      deviceVersions: ['v1beta1'],
    },
  },
};

/** The values of `--vendor`; the first is the default. */
export const vendorIds: readonly VendorId[] = ['orch', 'kubernetes'];

/** Templates whose text is remembered. */
const mostFilled = 2000;

/** The profile of this id. Two calls give two equal, independent values. */
export function vendorOf(id: VendorId): Vendor {
  const { tokens, behaviour } = profiles[id];
  const values = new Map<string, string>(Object.entries(tokens));
  // Templates are constants of the program, so there are few.
  const filled = new Map<string, string>();
  const fillAnew = (template: string): string =>
    template.replace(/\{([A-Za-z]+)\}/g, (placeholder, token: string) => {
      const value = values.get(token);
      if (value === undefined) throw new TypeError(`unknown placeholder ${placeholder} in "${template}"`);
      return value;
    });
  return {
    id,
    behaviour,
    fill(template) {
      let text = filled.get(template);
      if (text === undefined) {
        text = fillAnew(template);
        if (filled.size < mostFilled) filled.set(template, text);
      }
      return text;
    },
    neutral(name) {
      const suffix = `.${tokens.api}`;
      const end = name.indexOf('/') === -1 ? name.length : name.indexOf('/');
      const head = name.slice(0, end);
      return head.endsWith(suffix) ? `${head.slice(0, -tokens.api.length)}{api}${name.slice(end)}` : name;
    },
  };
}
