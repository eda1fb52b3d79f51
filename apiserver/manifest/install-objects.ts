// Installs objects in a starting or running server, in the order of their dependencies: namespaces, definitions until
// their kinds are served, everything else, and webhooks last, because they would be called for objects after them.

import { ApiClient } from '../../shared/client/request/api-client.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { parseGroupVersion } from '../../shared/object/group-version.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource } from '../registry/contract/resource.ts';
import type { ResourceTable } from '../registry/table.ts';
import { type ManifestSource, readManifests, type WrittenObject } from './read-manifests.ts';
import { type WebhookAddress, withWebhooksAt } from './webhook-address.ts';

/** Webhooks of a process that is being tested, and where it answers. */
export interface WebhookInstallation {
  /** Configurations of webhooks for admission, and definitions that a webhook converts. Other objects among them are refused. */
  readonly configurations: readonly ManifestSource[];
  /** `https://host:port`. The paths are those of the configurations. */
  readonly url: string;
  /** PEM of the authority of the certificate that answers there. Default: the server's own, which `servingCertificate` uses. */
  readonly ca?: string;
}

/** Objects to install. What is there already is brought up to date. */
export interface InstallOptions {
  /** Definitions of own kinds; other objects in these files are passed over. Their kinds are served when the call resolves. */
  readonly definitions?: readonly ManifestSource[];
  /** Objects of any kind; without a namespace, those that need one are in `default`. */
  readonly manifests?: readonly ManifestSource[];
  readonly webhooks?: readonly WebhookInstallation[];
}

export interface InstallerOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** Acts as a member of `system:masters`. */
  readonly transport: Transport;
  readonly resources: ResourceTable;
  /** PEM of the server's own authority. */
  readonly ca: string;
}

const fieldManager = 'orchkit';
/** Milliseconds to wait until a kind is served. */
const patience = 30_000;
/** Objects that are installed at once. */
const together = 16;

export class Installer {
  readonly #options: InstallerOptions;
  readonly #client: ApiClient;

  constructor(options: InstallerOptions) {
    this.#options = options;
    this.#client = new ApiClient(options.transport, { clock: options.clock });
  }

  /** Rejects with an Error that names the first object that cannot be read or is refused; what came before it stays. */
  async install(
    { definitions = [], manifests = [], webhooks = [] }: InstallOptions,
    signal: AbortSignal,
  ): Promise<void> {
    const own = (await readManifests(definitions)).filter(({ object }) => this.#isDefinition(object));
    const written = await readManifests(manifests);
    const led = (await Promise.all(webhooks.map((one) => this.#led(one)))).flat();
    const all = [...own, ...written, ...led];
    const isNamespace = ({ object }: WrittenObject): boolean =>
      object.apiVersion === 'v1' && object.kind === 'Namespace';
    const defined = all.filter(({ object }) => this.#isDefinition(object));
    await this.#apply(all.filter(isNamespace), signal);
    await this.#apply(defined, signal);
    for (const definition of defined) await this.#served(definition, signal);
    await this.#apply(
      written.filter((one) => !isNamespace(one) && !this.#isDefinition(one.object)),
      signal,
    );
    await this.#apply(
      led.filter(({ object }) => !this.#isDefinition(object)),
      signal,
    );
  }

  async #led({ configurations, url, ca = this.#options.ca }: WebhookInstallation): Promise<readonly WrittenObject[]> {
    const address: WebhookAddress = { url, ca };
    return (await readManifests(configurations)).map(({ object, place }) => {
      const led = withWebhooksAt(object, address);
      if (led === undefined) throw new Error(`${place}: ${object.kind} ${object.metadata.name ?? ''} has no webhook`);
      return { object: led, place };
    });
  }

  #isDefinition({ apiVersion, kind }: ApiObject): boolean {
    return kind === 'CustomResourceDefinition' && apiVersion === this.#options.vendor.fill('apiextensions.{api}/v1');
  }

  async #apply(written: readonly WrittenObject[], signal: AbortSignal): Promise<void> {
    for (let at = 0; at < written.length; at += together) {
      await Promise.all(written.slice(at, at + together).map((one) => this.#put(one, signal)));
    }
  }

  async #put({ object, place }: WrittenObject, signal: AbortSignal): Promise<void> {
    const { name = '', generateName = '', namespace = 'default' } = object.metadata;
    try {
      const { group, version, name: plural, namespaced } = this.#resourceOf(object);
      const resource = this.#client.resource({ group, version, resource: plural });
      const target = namespaced ? resource.in(namespace) : resource;
      const plain = withoutHistory(object);
      if (name === '' && generateName !== '') await target.create(plain, { signal });
      else await target.apply(plain, { fieldManager, force: true, signal });
    } catch (cause) {
      signal.throwIfAborted();
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${place}: ${object.kind} ${name} cannot be installed: ${why}`, { cause });
    }
  }

  #resourceOf({ apiVersion, kind }: ApiObject): Resource {
    const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: '' };
    const found = this.#options.resources.all.find(
      (one) => one.group === group && one.version === version && one.kind === kind,
    );
    if (found === undefined) throw new Error(`no kind ${kind} of ${apiVersion} is served`);
    return found;
  }

  /** Resolves when each served version of the definition is. */
  async #served({ object, place }: WrittenObject, signal: AbortSignal): Promise<void> {
    const { resources, clock } = this.#options;
    const { group, names, versions } = object['spec'] as Definition;
    const wanted = versions.filter(({ served }) => served);
    const isServed = (): boolean => wanted.every(({ name }) => resources.find(group, name, names.plural) !== undefined);
    if (isServed()) return;
    const end = new AbortController();
    await new Promise<void>((resolve, reject) => {
      const unsubscribe = resources.subscribe(() => {
        if (isServed()) end.abort();
      });
      const finish = (): void => {
        unsubscribe();
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      clock.sleep(patience, AbortSignal.any([end.signal, signal])).then(finish, finish);
    });
    if (!isServed()) throw new Error(`${place}: ${await this.#whyNot(object, signal)}`);
  }

  async #whyNot({ metadata: { name = '' } }: ApiObject, signal: AbortSignal): Promise<string> {
    const group = this.#options.vendor.fill('apiextensions.{api}');
    const stored = await this.#client
      .resource({ group, version: 'v1', resource: 'customresourcedefinitions' })
      .get(name, { signal });
    const { conditions = [] } = (stored['status'] ?? {}) as { readonly conditions?: readonly Condition[] };
    const reasons = conditions.filter(({ status }) => status === 'False').map(({ message }) => message);
    return `the kind of definition ${name} is not served: ${reasons.join('; ')}`;
  }
}

interface Definition {
  readonly group: string;
  readonly names: { readonly plural: string };
  readonly versions: readonly { readonly name: string; readonly served?: boolean }[];
}

interface Condition {
  readonly status?: string;
  readonly message?: string;
}

/** Without what an earlier server said of the object: it would have to be the same object still. */
function withoutHistory(object: ApiObject): ApiObject {
  const { resourceVersion, uid, managedFields, creationTimestamp, generation, ...metadata } = object.metadata;
  void [resourceVersion, uid, managedFields, creationTimestamp, generation];
  return { ...object, metadata };
}
