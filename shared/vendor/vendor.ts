// What a vendor profile is: every name that carries the maker's token, and every behaviour in which the written
// specification and the real system differ. Nothing outside this folder spells a vendor's name or asks which vendor
// it runs under: code asks for a name or a behaviour. This file imports nothing else of ours.

/** The profiles that `--vendor` takes. `orch` (default) is the specification to the letter. */
export type VendorId = 'orch' | 'kubernetes';

/** A version of the interface between node agent and device plug-ins. */
export type DeviceVersion = 'v1alpha1' | 'v1beta1';

/**
 * The rows in which the two profiles behave differently (design, "Two vendors, one program"). Each is one decision that
 * one place in the program reads.
 */
export interface Behaviour {
  /** HTTP status of a successful create (POST, PUT that creates, apply that creates). */
  readonly createStatus: 200 | 201;
  /** HTTP status of a create whose object names a resource version. */
  readonly versionedCreateStatus: 400 | 500;
  /** HTTP status of an update whose object names a resource version that is no number: the store has no such version. */
  readonly strangeVersionStatus: 409 | 500;
  /** How a watch from a version that is no longer retained fails. */
  readonly expiredWatch: 'http-410' | 'error-event';
  /** Whether the bookmark that ends the initial events carries its annotation. */
  readonly bookmarkAnnotation: boolean;
  /** `?dryRun` without a value: ignored, or refused with 422. */
  readonly emptyDryRun: 'ignored' | 'invalid';
  /** A write of `managedFields: []`: no effect, or a reset. */
  readonly emptyManagedFields: 'keep' | 'reset';
  /** A write that resets the owners: its sender owns what it changes, or the object has no owners. */
  readonly resetOwners: 'own-changes' | 'nobody';
  /** HEAD of a resource: answered like GET, or refused with 405. Paths that are no resources take it. */
  readonly headOfResource: 'like-get' | 'refused';
  /** Last line of a verbose health check for the endpoint (`livez`, `readyz`, `healthz`) it was asked on. */
  readonly healthSummary: (endpoint: string) => string;
  /**
   * The delete option that ignores read errors: judged beside the others always, and without effect on an object that can be
   * read; or judged only where its gate is on, and refused with 422 for an object that can be read.
   */
  readonly readErrorOption: 'judged' | 'gated';
  /** HTTP status of a patch (JSON, merge, strategic merge) that strict field validation refuses. */
  readonly strictPatchStatus: 400 | 422;
  /** A rule with nonResourceURLs in a namespaced role: accepted and grants nothing, or refused with 422. */
  readonly namespacedUrlRule: 'no-effect' | 'invalid';
  /** A service account without a namespace in a RoleBinding: refused, or one of the binding's namespace. */
  readonly accountWithoutNamespace: 'refused' | 'own';
  /**
   * How a JSON Patch is read: as its RFC has it; or with indices from the end, values that are left out, members that are not
   * there and pointers without a first slash.
   */
  readonly jsonPatch: 'rfc' | 'lenient';
  /**
   * How a strategic merge patch is read: `$patch: merge` is allowed, `$patch: delete` removes, directives are no fields and
   * faults are 400 and 422; or maps are emptied, directives in new values are unknown fields and most faults are 500.
   */
  readonly strategicPatch: 'documented' | 'literal';
  /** A patch that leaves a built-in object without its apiVersion: one of the endpoint's version, or of none and without fields. */
  readonly patchWithoutVersion: 'of-endpoint' | 'of-none';
  /** An update that sends what is not stored (`GenerationRule.unstored`): changes nothing, or counts as a change. */
  readonly unstoredContent: 'nothing' | 'counts';
  /** HTTP status of an update that changes a roleRef. */
  readonly roleRefChangeStatus: 400 | 422;
  /** HTTP status of a request about which an authorizer could not find out whether it is allowed. */
  readonly failedAuthorizationStatus: 403 | 500;
  /** The address of a webhook of access has a query or a fragment: refused, or asked without them. */
  readonly webhookAddressQuery: 'refused' | 'dropped';
  /** HTTP status of a service that asks for a port for health checks which is taken, or out of range. */
  readonly healthPortStatus: 422 | 500;
  /** When the unreachable and not-ready taints follow their condition. */
  readonly taintDelay: 'one-grace-period' | 'at-once';
  /** What the names of the metrics of declared validation begin with. */
  readonly validationMetrics: '' | 'apiserver_validation_';
  /** CEL cost of a list literal. */
  readonly listLiteralCost: 40 | 10;
  /** Type of the node address that holds the host name. */
  readonly hostNameAddress: 'HostName' | 'Hostname';
  /** The reporter of the node condition NetworkUnavailable: the node agent, or the network plug-in that set the network up. */
  readonly networkCondition: 'agent' | 'network-plugin';
  /** With what of a bootstrap token the cluster information is signed: the whole token, or its secret alone. */
  readonly clusterInfoKey: 'token' | 'secret';
  /** Ranges of Accept: as HTTP has them, or names only besides all types, and weights of zero that refuse nothing. */
  readonly acceptRanges: 'http' | 'names';
  /** Methods of documents that are no API (`/apis`, health): those that read, or any. */
  readonly documentMethods: 'reading' | 'any';
  /** Versions of the device interface that the node agent speaks. */
  readonly deviceVersions: readonly DeviceVersion[];
}

/**
 * A vendor profile. Immutable, made once by the composition root (`vendorOf`) and passed to its users.
 *
 * Data tables (schemas, roles, resources) are written with placeholders, so that they hold for both vendors:
 * `{api}` the domain of API groups (`orch.io`, `k8s.io`), `{label}` the domain of labels, annotations, taints, claims
 * and finalizers (`orch.io`, `kubernetes.io`), `{maker}` the maker's token (`orch`, `kubernetes`), `{short}` its short
 * form (`orch`, `kube`), `{stored}` the one that encrypted values in the store begin with (`orch`, `k8s`), `{Maker}` the
 * capitalised token.
 */
export interface Vendor {
  readonly id: VendorId;
  readonly behaviour: Behaviour;
  /** Replaces the placeholders of a template. Text without a placeholder comes back unchanged. Throws TypeError for an unknown one. */
  fill(template: string): string;
  /** The template that `fill` turns into this name, or the name itself. Guaranteed for group and kind names only. */
  neutral(name: string): string;
}
