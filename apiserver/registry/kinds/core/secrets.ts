// Secrets: `stringData` is merged into `data` and never stored, the type never changes, known types require their keys.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { immutable, invalidValue, required, tooLong } from '../../../../shared/object/field-error-message.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { age, count, name, printer, text } from '../printers/fields.ts';
import { immutableErrors, keyErrors, mostDataBytes } from './config/config-keys.ts';
import { keyPairFault } from './config/key-pair.ts';

interface Secret extends ApiObject {
  type?: string;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  immutable?: boolean;
}

/** Keys that a secret of this type must hold. Templates. */
const requiredKeys: readonly (readonly [string, readonly string[]])[] = [
  ['{label}/tls', ['tls.crt', 'tls.key']],
  ['{label}/dockerconfigjson', ['.dockerconfigjson']],
  ['{label}/dockercfg', ['.dockercfg']],
  ['{label}/ssh-auth', ['ssh-privatekey']],
];
/** The one of them that may not be empty either. */
const neverEmpty = 'ssh-privatekey';

/** One of them must be there. */
const basicKeys = ['username', 'password'];
/** Each is the name of its type, after a dot. */
const jsonKeys = ['.dockerconfigjson', '.dockercfg'];

function isJsonObject(base64: string): boolean {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64, 'base64').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function textOf(base64 = ''): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}

function secretStrategy(vendor: Vendor): Strategy {
  const keysByType = new Map(requiredKeys.map(([type, keys]) => [vendor.fill(type), keys]));
  const tokenType = vendor.fill('{label}/service-account-token');
  const basicType = vendor.fill('{label}/basic-auth');
  const jsonTypes = new Map(jsonKeys.map((key) => [key, vendor.fill(`{label}/${key.slice(1)}`)]));
  const accountAnnotation = vendor.fill('{label}/service-account.name');
  const pairType = vendor.fill('{label}/tls');

  function validate(secret: Secret): readonly FieldError[] {
    const errors: FieldError[] = [];
    let bytes = 0;
    for (const [key, value] of Object.entries(secret.data ?? {})) {
      bytes += Buffer.byteLength(value, 'base64');
      addAll(errors, keyErrors(key, 'data'));
    }
    if (bytes > mostDataBytes) errors.push(tooLong('data', mostDataBytes));
    for (const key of keysByType.get(secret.type ?? '') ?? []) {
      const value = Object.hasOwn(secret.data ?? {}, key) ? secret.data?.[key] : undefined;
      if (value === undefined || (value === '' && key === neverEmpty)) errors.push(required(`data[${key}]`));
    }
    for (const key of jsonKeys) {
      const value = secret.type === jsonTypes.get(key) ? secret.data?.[key] : undefined;
      if (value !== undefined && !isJsonObject(value))
        errors.push(invalidValue(`data[${key}]`, '<secret contents redacted>', 'must be a JSON object'));
    }
    if (secret.type === basicType && !basicKeys.some((key) => Object.hasOwn(secret.data ?? {}, key)))
      addAll(
        errors,
        basicKeys.map((key) => required(`data[${key}]`)),
      );
    if (secret.type === tokenType && (secret.metadata.annotations?.[accountAnnotation] ?? '') === '') {
      errors.push(required(`metadata.annotations[${accountAnnotation}]`));
    }
    return errors;
  }

  return {
    applyDefaults(object) {
      const secret = object as Secret;
      const texts = Object.entries(secret.stringData ?? {});
      if (texts.length > 0) {
        const encoded = texts.map(([key, value]) => [key, Buffer.from(value, 'utf8').toString('base64')] as const);
        secret.data = { ...secret.data, ...Object.fromEntries(encoded) };
      }
      delete secret.stringData;
    },
    validateCreate: (object) => validate(object),
    warnings({ type, data = {} }: Secret) {
      if (type !== pairType) return [];
      const fault = keyPairFault(textOf(data['tls.crt']), textOf(data['tls.key']));
      return fault === undefined ? [] : [fault];
    },
    validateUpdate(object, old) {
      const errors = [...validate(object)];
      if ((object as Secret).type !== (old as Secret).type) errors.push(immutable('type', (object as Secret).type));
      for (const fault of immutableErrors(object, old, ['data'])) errors.push(fault);
      return errors;
    },
    prepareUpdate(object, old) {
      const secret = object as Secret;
      const before = (old as Secret).type;
      // A client that leaves the type out keeps it.
      if ((secret.type ?? '') === '' && before !== undefined) secret.type = before;
    },
  };
}

export default {
  group: '',
  kind: 'Secret',
  name: 'secrets',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: secretStrategy,
  printer: printer(name, text('Type', 'type'), count('Data', 'string', 'data'), age),
  selectableFields: atPath('type'),
} satisfies KindRecord;
