// Reads an encryption configuration: kind EncryptionConfiguration of apiserver.config.{api}/v1, as YAML or JSON. No message shows
// anything that stands below a key's `secret`.

import { parseYaml } from '../../../../shared/codec/yaml/yaml.ts';
import { YamlError } from '../../../../shared/codec/yaml/yaml-builder.ts';
import type { Schemas } from '../../../../shared/schema/builtin.ts';
import { DecodeError, decodeObject } from '../../../../shared/schema/decode.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import { EncryptionConfigError } from './encryption-config.ts';

/** As written: types are right by the schema, what was not written is absent, and items of lists may be null. */
export interface WrittenConfig {
  readonly resources?: readonly (Partial<WrittenResources> | null)[] | null;
}

export interface WrittenResources {
  readonly resources: readonly (string | null)[];
  readonly providers: readonly (WrittenProvider | null)[];
}

export interface WrittenProvider {
  readonly aesgcm?: WrittenKeys;
  readonly aescbc?: WrittenKeys;
  readonly secretbox?: WrittenKeys;
  readonly identity?: object;
  readonly kms?: WrittenPlugin;
}

export interface WrittenKeys {
  readonly keys?: readonly (Partial<WrittenKey> | null)[] | null;
}

export interface WrittenKey {
  readonly name: string;
  readonly secret: string;
}

export interface WrittenPlugin {
  readonly apiVersion?: string;
  readonly name?: string;
  readonly cachesize?: number;
  readonly endpoint?: string;
  /** A Go duration in its canonical form. */
  readonly timeout?: string;
}

/** Throws EncryptionConfigError. */
export function readEncryptionConfig(text: string, vendor: Vendor, schemas: Schemas): WrittenConfig {
  const group = vendor.fill('apiserver.config.{api}');
  const schema = schemas.kind(group, 'v1', 'EncryptionConfiguration');
  if (schema === undefined) throw new TypeError('the schema of the encryption configuration is missing');
  const value = documentOf(text, `${group}/v1`);
  try {
    const { object, unknownFields } = decodeObject(value, schema);
    if (unknownFields.length > 0)
      throw new EncryptionConfigError(withoutSecrets(`unknown field ${unknownFields.join(', ')}`));
    return object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // A secret that is written as a number is shown by the message.
    const secret = /\bsecret\b/.test(error.message);
    throw new EncryptionConfigError(secret ? 'the secret of a key is no text' : withoutSecrets(error.message));
  }
}

/** A mistake in YAML may turn a secret into the name of a field. Names of types are as long as keys, and stay. */
function withoutSecrets(message: string): string {
  return message.replaceAll(/[A-Za-z0-9+/=_-]{16,}/g, (run) => (run.endsWith('Configuration') ? run : 'REDACTED'));
}

function documentOf(text: string, apiVersion: string): object {
  if (text === '') throw new EncryptionConfigError('it is empty');
  let value: unknown;
  try {
    const parsed = parseYaml(text);
    if (parsed.duplicates.length > 0) throw new EncryptionConfigError(withoutSecrets(parsed.duplicates.join(', ')));
    value = parsed.value;
  } catch (error) {
    // The message of the parser may show what stands there.
    if (error instanceof YamlError)
      throw new EncryptionConfigError(`${/^yaml: line \d+/.exec(error.message)?.[0] ?? 'yaml'}: it cannot be read`);
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new EncryptionConfigError('it holds no object');
  const written = value as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (written.apiVersion !== apiVersion || written.kind !== 'EncryptionConfiguration') {
    const found = `kind ${shown(written.kind)} of ${shown(written.apiVersion)}`;
    throw new EncryptionConfigError(`it must be kind EncryptionConfiguration of ${apiVersion}, not ${found}`);
  }
  return value;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? withoutSecrets(JSON.stringify(value)) : 'none';
}
