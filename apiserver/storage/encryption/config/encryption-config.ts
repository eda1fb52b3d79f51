// A valid encryption configuration: the providers for the values of each resource.

import type { GroupResource } from '../../../../shared/object/group-version.ts';

export interface NamedKey {
  readonly name: string;
  readonly secret: Buffer;
}

export interface PluginConfig {
  readonly name: string;
  /** `unix:///path`. */
  readonly endpoint: string;
  /** Of a call, in milliseconds. */
  readonly timeout: number;
}

export type ProviderConfig =
  | { readonly kind: 'aesgcm' | 'aescbc' | 'secretbox'; readonly keys: readonly NamedKey[] }
  | { readonly kind: 'kms'; readonly plugin: PluginConfig }
  | { readonly kind: 'identity' };

export interface ResourceConfig {
  /** `*` for all, in both; a group '' is that of the core. */
  readonly resources: readonly GroupResource[];
  /** The first one writes. */
  readonly providers: readonly ProviderConfig[];
}

export type EncryptionConfig = readonly ResourceConfig[];

/** A configuration that cannot be used. The message names the fields and shows no keys. */
export class EncryptionConfigError extends Error {
  override readonly name = 'EncryptionConfigError';
}

/** `pandas.bears.example` as its parts: the first point parts the resource from the group. */
export function parseGroupResource(text: string): GroupResource {
  const point = text.indexOf('.');
  return point < 0 ? { group: '', resource: text } : { group: text.slice(point + 1), resource: text.slice(0, point) };
}
