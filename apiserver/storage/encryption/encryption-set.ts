// The transformers of one configuration, with their plug-ins: created, primed and closed together.

import type { GroupResource } from '../../../shared/object/group-version.ts';
import { qualifiedResource } from '../../../shared/object/group-version.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { aesCbc } from './cipher/aes-cbc.ts';
import { aesGcm } from './cipher/aes-gcm.ts';
import { encryptedPrefix, identity } from './cipher/identity.ts';
import { secretbox } from './cipher/secretbox.ts';
import type { EncryptionConfig, PluginConfig, ProviderConfig } from './config/encryption-config.ts';
import type { TransformationMetrics } from './contract/transformation-metrics.ts';
import type { Cipher, ValueTransformer } from './contract/value-transformer.ts';
import { keyedTransformer } from './keyed-transformer.ts';
import type { KmsProvider } from './kms/kms-provider.ts';
import { type PrefixTransformer, prefixTransformers } from './prefix-transformers.ts';

export interface EncryptionSetOptions {
  readonly config: EncryptionConfig;
  readonly vendor: Vendor;
  readonly metrics: TransformationMetrics;
  /** Connects to a plug-in; it has not been asked yet. */
  readonly openPlugin: (config: PluginConfig) => KmsProvider;
}

const ciphers: Readonly<Record<'aesgcm' | 'aescbc' | 'secretbox', (secret: Buffer) => Cipher>> = {
  aesgcm: aesGcm,
  aescbc: aesCbc,
  secretbox,
};

export class EncryptionSet {
  readonly #options: EncryptionSetOptions;
  readonly #identity: ValueTransformer;
  readonly #providers: readonly KmsProvider[];
  /** What the configuration says of a name of resources. */
  readonly #configured = new Map<string, readonly ProviderConfig[]>();
  /** By the resource itself. */
  readonly #made = new Map<string, ValueTransformer>();
  readonly #byConfig = new Map<ProviderConfig, KmsProvider>();

  constructor(options: EncryptionSetOptions) {
    this.#options = options;
    this.#identity = identity(options.vendor);
    for (const { resources, providers } of options.config) {
      for (const resource of resources) {
        const name = qualifiedResource(resource);
        this.#configured.set(name, [...(this.#configured.get(name) ?? []), ...providers]);
      }
      for (const provider of providers) {
        if (provider.kind === 'kms') this.#byConfig.set(provider, options.openPlugin(provider.plugin));
      }
    }
    this.#providers = [...this.#byConfig.values()];
  }

  /** For the values of a resource. Without an entry for it, they are stored unencrypted. */
  transformerOf(resource: GroupResource): ValueTransformer {
    const name = qualifiedResource(resource);
    let transformer = this.#made.get(name);
    if (transformer === undefined) {
      transformer = this.#make(resource, name);
      this.#made.set(name, transformer);
    }
    return transformer;
  }

  /** Whether any plug-in is asked. */
  get asksPlugins(): boolean {
    return this.#providers.length > 0;
  }

  /** Milliseconds in which calls under way are over. */
  get patience(): number {
    return 2 * this.#providers.reduce((sum, { timeout }) => sum + timeout, 0);
  }

  /** Rejects with an Error for operators when a plug-in is not healthy. */
  async check(): Promise<void> {
    const faults: string[] = [];
    for (const [index, provider] of this.#providers.entries()) {
      await provider.check().catch((error: Error) => void faults.push(`kms-provider-${index}: ${error.message}`));
    }
    if (faults.length > 0) throw new Error(faults.length === 1 ? faults[0] : `[${faults.join(', ')}]`);
  }

  /** Asks the plug-ins how they are until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#providers.map((provider) => provider.run(signal)));
  }

  /** Calls under way fail. Repeatable. */
  close(): void {
    for (const provider of this.#providers) provider.close();
  }

  #make({ group }: GroupResource, resource: string): ValueTransformer {
    const providers =
      this.#configured.get(resource) ??
      this.#configured.get(qualifiedResource({ group, resource: '*' })) ??
      this.#configured.get('*.*');
    if (providers === undefined) return this.#identity;
    const transformers = providers.map((provider) => this.#provider(provider, resource));
    const { metrics } = this.#options;
    return prefixTransformers({ transformers, noMatch: 'no matching prefix found', resource, metrics });
  }

  #provider(provider: ProviderConfig, resource: string): PrefixTransformer {
    const { vendor, metrics } = this.#options;
    const lead = encryptedPrefix(vendor);
    if (provider.kind === 'identity') return { prefix: '', transformer: this.#identity };
    if (provider.kind === 'kms') {
      const plugin = this.#byConfig.get(provider);
      if (plugin === undefined) throw new TypeError('the plug-in of a provider is missing');
      return { prefix: `${lead}kms:v2:${provider.plugin.name}:`, transformer: plugin.transformer };
    }
    const { kind } = provider;
    const noMatch = `no matching key was found for the provided ${kind === 'secretbox' ? 'Secretbox' : 'AES'} transformer`;
    const keys = provider.keys.map(({ name, secret }) => ({ name, cipher: ciphers[kind](secret) }));
    return { prefix: `${lead}${kind}:v1:`, transformer: keyedTransformer({ keys, noMatch, resource, metrics }) };
  }
}
