// The documented path shapes, built by the suite itself: core and named groups, cluster scope, one namespace, all
// namespaces, items and sub-resources.

/** The paths of one resource type, in one namespace or in the cluster. */
export class ResourcePaths {
  readonly #root: string;
  readonly #resource: string;
  readonly #namespace: string | undefined;

  /** `groupVersion` is `v1` or `group/version`; without a namespace the resource is addressed in the cluster. */
  constructor(groupVersion: string, resource: string, namespace?: string) {
    this.#root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    this.#resource = resource;
    this.#namespace = namespace;
  }

  /** The collection in the namespace, or in the cluster. */
  get collection(): string {
    if (this.#namespace === undefined) return this.everywhere;
    return `${this.#root}/namespaces/${encodeURIComponent(this.#namespace)}/${this.#resource}`;
  }

  /** The collection across all namespaces. */
  get everywhere(): string {
    return `${this.#root}/${this.#resource}`;
  }

  /** One object, or one of its sub-resources. */
  item(name: string, subresource?: string): string {
    const path = `${this.collection}/${encodeURIComponent(name)}`;
    return subresource === undefined ? path : `${path}/${subresource}`;
  }
}
