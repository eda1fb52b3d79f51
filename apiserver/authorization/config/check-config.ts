// Reads and validates an authorization configuration (requirements WHAUTHZ, AUTHZ). Reports all mistakes at once, by field.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue, notSupported, required } from '../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../shared/object/names.ts';
import type { Schemas } from '../../../shared/schema/builtin.ts';
import { ConfigDocumentError, readConfigDocument } from '../../config-file/config-document.ts';
import { faultsText } from '../../config-file/config-faults.ts';
import {
  type AuthorizationConfig,
  type AuthorizerConfig,
  type AuthorizerType,
  authorizerTypes,
  type BuiltInType,
  nameOfType,
} from './authorization-config.ts';
import { type CheckTools, webhookOf, type WrittenWebhook } from './check-webhook.ts';

interface WrittenAuthorizer {
  readonly type?: string;
  readonly name?: string;
  readonly webhook?: WrittenWebhook;
}

/** Throws ConfigDocumentError. */
export function readAuthorizationConfig(
  text: string,
  tools: CheckTools & { readonly schemas: Schemas },
): AuthorizationConfig {
  const written = readConfigDocument(text, 'AuthorizationConfiguration', tools);
  const authorizers = (written['authorizers'] ?? []) as readonly (WrittenAuthorizer | null)[];
  const errors: FieldError[] = [];
  if (authorizers.length === 0) {
    errors.push(required('authorizers', 'at least one authorization mode must be defined'));
  }
  const seen = { types: new Set<string>(), names: new Set<string>() };
  const config = authorizers.flatMap((authorizer, index) =>
    authorizerOf(authorizer ?? {}, `authorizers[${index}]`, seen, tools, errors),
  );
  if (errors.length > 0) throw new ConfigDocumentError(faultsText(errors));
  checkNames(config);
  return config;
}

function authorizerOf(
  { type = '', name = '', webhook }: WrittenAuthorizer,
  path: string,
  seen: { readonly types: Set<string>; readonly names: Set<string> },
  tools: CheckTools,
  errors: FieldError[],
): readonly AuthorizerConfig[] {
  const fault = typeFault(type, `${path}.type`, seen.types);
  if (fault !== undefined) {
    errors.push(fault);
    return [];
  }
  seen.types.add(type);
  errors.push(...nameFaults(name, `${path}.name`, seen.names));
  seen.names.add(name);
  if (type !== 'Webhook') {
    if (webhook !== undefined) {
      errors.push(invalidValue(`${path}.webhook`, 'non-null', 'may only be specified when type=Webhook'));
    }
    return [{ type: type as BuiltInType, name }];
  }
  if (webhook === undefined) {
    errors.push(required(`${path}.webhook`, 'required when type=Webhook'));
    return [];
  }
  return [{ type, name, webhook: webhookOf(webhook, path, tools, errors) }];
}

function typeFault(type: string, path: string, seen: ReadonlySet<string>): FieldError | undefined {
  if (type === '') return required(path);
  if (!(authorizerTypes as readonly string[]).includes(type)) return notSupported(path, type, authorizerTypes);
  return seen.has(type) && type !== 'Webhook' ? duplicateValue(path, type) : undefined;
}

function nameFaults(name: string, path: string, seen: ReadonlySet<string>): readonly FieldError[] {
  if (name === '') return [required(path)];
  if (seen.has(name)) return [duplicateValue(path, name)];
  const faults = checkDns1123Subdomain(name);
  return faults.length === 0 ? [] : [invalidValue(path, name, `authorizer name is invalid: ${faults.join(', ')}`)];
}

/** The name of a module that can occur only once is that of its type. */
function checkNames(config: AuthorizationConfig): void {
  const wrong = config.flatMap(({ type, name }) => {
    const expected = type === 'Webhook' ? name : nameOfType(type);
    return name === expected ? [] : [`expected name ${expected} for authorizer ${type} instead of ${name}`];
  });
  if (wrong.length > 0) throw new ConfigDocumentError(wrong.length === 1 ? (wrong[0] ?? '') : `[${wrong.join(', ')}]`);
}

/** Throws ConfigDocumentError for built-in modules that a reload adds or removes. */
export function checkSameTypes(config: AuthorizationConfig, first: ReadonlySet<AuthorizerType>): void {
  const types = new Set(config.map(({ type }) => type));
  const missing = [...first].filter((type) => type !== 'Webhook' && !types.has(type)).sort();
  if (missing.length > 0) throw new ConfigDocumentError(`missing required types: [${missing.join(' ')}]`);
  const added = [...types].find((type) => type !== 'Webhook' && !first.has(type) && !type.startsWith('Always'));
  if (added !== undefined) {
    throw new ConfigDocumentError(
      `authorizer type ${added} is not allowed if it was not enabled at initial server startup`,
    );
  }
}
