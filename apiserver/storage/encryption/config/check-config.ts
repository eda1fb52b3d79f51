// Validates a configuration as it was written and makes one that can be used. Reports all mistakes at once, by field.

import { parseGoDuration } from '../../../../shared/object/duration.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { fieldErrorMessage, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import {
  type EncryptionConfig,
  EncryptionConfigError,
  type NamedKey,
  parseGroupResource,
  type ProviderConfig,
} from './encryption-config.ts';
import { faultsOfNames, refuseMasked } from './resource-names.ts';
import type { WrittenConfig, WrittenKey, WrittenKeys, WrittenPlugin, WrittenProvider } from './written-config.ts';

const keyLengths = { aesgcm: [16, 24, 32], aescbc: [16, 24, 32], secretbox: [32] } as const;
const defaultTimeout = 3000;
const oldInterface =
  'KMSv1 is deprecated and will only receive security updates going forward. Use KMSv2 instead: its first version is not served here';

/** Throws EncryptionConfigError. */
export function checkConfig({ resources }: WrittenConfig, vendor: Vendor): EncryptionConfig {
  const errors: FieldError[] = [];
  const plugins = new Set<string>();
  if (resources === undefined || resources === null || resources.length === 0)
    errors.push(required('resources', 'at least one resources is required'));
  const config = (resources ?? []).map((written, index) => {
    const names = (written?.resources ?? []).map((name) => name ?? '');
    const providers = written?.providers ?? [];
    const path = `resources[${index}]`;
    const namesPath = `${path}.resources`;
    if (names.length === 0) errors.push(required(namesPath, `at least one ${namesPath} is required`));
    errors.push(...faultsOfNames(names, namesPath, vendor));
    const at = `${path}.providers`;
    if (providers.length === 0) errors.push(required(at, `at least one ${at} is required`));
    return {
      resources: names.map(parseGroupResource),
      providers: providers.flatMap((one, place) => providerOf(one ?? {}, `${at}[${place}]`, plugins, errors)),
    };
  });
  if (errors.length > 0) throw new EncryptionConfigError(errors.map(textOf).join(', '));
  refuseMasked(config);
  return config;
}

function textOf(error: FieldError): string {
  return `${error.field}: ${fieldErrorMessage(error)}`;
}

function providerOf(
  written: WrittenProvider,
  path: string,
  plugins: Set<string>,
  errors: FieldError[],
): readonly ProviderConfig[] {
  const { identity, kms } = written;
  const chosen = Object.values(written).filter((one) => one !== undefined && one !== null);
  if (chosen.length === 0) {
    const text = 'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity';
    errors.push({ ...invalidValue(path, '', text), omitValue: true });
  } else if (chosen.length > 1) {
    const text = 'more than one provider specified in a single element, should split into different list elements';
    errors.push({ ...invalidValue(path, '', text), omitValue: true });
  }
  for (const kind of ['aesgcm', 'aescbc', 'secretbox'] as const) {
    const keys = written[kind];
    if (keys !== undefined && keys !== null)
      return [{ kind, keys: keysOf(keys, `${path}.${kind}.keys`, keyLengths[kind], errors) }];
  }
  if (kms !== undefined && kms !== null) return [pluginOf(kms, `${path}.kms`, plugins, errors)];
  return identity === undefined ? [] : [{ kind: 'identity' }];
}

function keysOf(
  { keys }: WrittenKeys,
  path: string,
  lengths: readonly number[],
  errors: FieldError[],
): readonly NamedKey[] {
  if (keys === undefined || keys === null || keys.length === 0) {
    errors.push(required(path, 'at least one keys is required'));
    return [];
  }
  return keys.map((key, index) => keyOf(key ?? {}, `${path}[${index}]`, lengths, errors));
}

function keyOf(
  { name = '', secret = '' }: Partial<WrittenKey>,
  path: string,
  lengths: readonly number[],
  errors: FieldError[],
): NamedKey {
  if (name === '') errors.push(required(`${path}.name`, 'name is a mandatory field for a key'));
  const at = `${path}.secret`;
  const bytes = Buffer.from(secret, 'base64');
  if (secret === '') {
    errors.push(required(at, 'secret is a mandatory field for a key'));
  } else if (!isBase64(secret)) {
    errors.push(invalidValue(at, 'REDACTED', 'secrets must be base64 encoded'));
  } else if (!lengths.includes(bytes.length)) {
    const text = `secret is not of the expected length, got ${bytes.length}, expected one of [${lengths.join(' ')}]`;
    errors.push(invalidValue(at, 'REDACTED', text));
  }
  return { name, secret: bytes };
}

/** With its padding (RFC 4648, 4); line ends are skipped. */
function isBase64(text: string): boolean {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare);
}

function pluginOf(
  { apiVersion: written = '', name = '', cachesize, endpoint = '', timeout }: WrittenPlugin,
  path: string,
  plugins: Set<string>,
  errors: FieldError[],
): ProviderConfig {
  const apiVersion = written === '' ? 'v1' : written;
  if (name === '') errors.push(required(`${path}.name`, 'name is a mandatory field for a provider'));
  if (apiVersion !== 'v1' && name.includes(':')) {
    const text = `invalid KMS provider name ${name}, must not contain ':'`;
    errors.push(invalidValue(`${path}.name`, name, text));
  }
  if (plugins.has(name)) {
    const text = `duplicate KMS provider name ${name}, names must be unique`;
    errors.push(invalidValue(`${path}.name`, name, text));
  }
  plugins.add(name);
  const milliseconds = timeout === undefined ? defaultTimeout : (parseGoDuration(timeout) ?? 0);
  if (milliseconds <= 0) errors.push(invalidValue(`${path}.timeout`, timeout, 'timeout should be a positive value'));
  errors.push(...faultsOfEndpoint(endpoint, `${path}.endpoint`));
  if (apiVersion !== 'v1' && cachesize !== undefined)
    errors.push(invalidValue(`${path}.cachesize`, cachesize, 'cachesize is not supported in v2'));
  if (apiVersion === 'v1') errors.push(invalidValue(`${path}.apiVersion`, apiVersion, oldInterface));
  else if (apiVersion !== 'v2') {
    const text = 'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported';
    errors.push(invalidValue(`${path}.apiVersion`, apiVersion, text));
  }
  return { kind: 'kms', plugin: { name, endpoint, timeout: milliseconds } };
}

function faultsOfEndpoint(endpoint: string, path: string): readonly FieldError[] {
  if (endpoint === '') return [invalidValue(path, '', 'endpoint is a mandatory field for a kms')];
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(endpoint)?.[1] ?? '';
  if (scheme.toLowerCase() !== 'unix') {
    const text = `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`;
    return [invalidValue(path, endpoint, text)];
  }
  if (/^unix:\/\/\/./i.test(endpoint)) return [];
  return [invalidValue(path, endpoint, 'the address of a socket is unix:/// and its path')];
}
