// Reads and validates an authentication configuration (requirements OIDC). Reports all mistakes at once, by field.

import type { FieldError } from '../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue, tooMany } from '../../../shared/object/field-error-message.ts';
import type { Schemas } from '../../../shared/schema/builtin.ts';
import { ConfigDocumentError, readConfigDocument } from '../../config-file/config-document.ts';
import { faultsText } from '../../config-file/config-faults.ts';
import { issuerOf, type WrittenIssuer } from './check-issuer.ts';
import { MappingCheck, type MappingTools, type WrittenMappings, type WrittenRule } from './check-mappings.ts';
import { type AnonymousConfig, type AuthenticationConfig, jwtAlgorithms, type JwtConfig } from './jwt-config.ts';

export interface AuthenticationTools extends MappingTools {
  /** Issuers of the server's own tokens: no other may have their names. */
  readonly ownIssuers: readonly string[];
}

/** As written: types are right by the schema. */
export interface WrittenJwt {
  readonly issuer?: WrittenIssuer;
  readonly claimValidationRules?: readonly (WrittenRule | null)[] | null;
  readonly claimMappings?: WrittenMappings;
  readonly userValidationRules?: readonly (WrittenRule | null)[] | null;
}

interface WrittenAnonymous {
  readonly enabled?: boolean;
  readonly conditions?: readonly ({ readonly path?: string } | null)[] | null;
}

const mostAuthenticators = 64;

/** Throws ConfigDocumentError. */
export function readAuthenticationConfig(
  text: string,
  tools: AuthenticationTools & { readonly schemas: Schemas },
): AuthenticationConfig {
  const { jwt, anonymous } = readConfigDocument(text, 'AuthenticationConfiguration', tools);
  return checkAuthentication(
    (jwt ?? []) as readonly (WrittenJwt | null)[],
    tools,
    jwtAlgorithms,
    anonymous ?? undefined,
  );
}

/** Throws ConfigDocumentError. */
export function checkAuthentication(
  written: readonly (WrittenJwt | null)[],
  tools: AuthenticationTools,
  algorithms: readonly string[],
  anonymous?: WrittenAnonymous,
): AuthenticationConfig {
  const errors: FieldError[] = [];
  if (written.length > mostAuthenticators) {
    throw new ConfigDocumentError(faultsText([tooMany('jwt', written.length, mostAuthenticators)]));
  }
  const seen = { issuers: new Set<string>(), discoveries: new Set<string>() };
  const jwt = written.flatMap((authenticator, index) => {
    const path = `jwt[${index}]`;
    const config = authenticatorOf(authenticator ?? {}, path, tools, algorithms, errors);
    const { url, discoveryUrl } = config.issuer;
    if (seen.issuers.has(url)) errors.push(duplicateValue(`${path}.issuer.url`, url));
    seen.issuers.add(url);
    if (discoveryUrl !== undefined) {
      if (seen.discoveries.has(discoveryUrl)) errors.push(duplicateValue(`${path}.issuer.discoveryURL`, discoveryUrl));
      seen.discoveries.add(discoveryUrl);
    }
    return config.username === undefined ? [] : [{ ...config, username: config.username }];
  });
  const checked = anonymous === undefined ? undefined : anonymousOf(anonymous, errors);
  if (errors.length > 0) throw new ConfigDocumentError(faultsText(errors));
  return { jwt, anonymous: checked };
}

function authenticatorOf(
  written: WrittenJwt,
  path: string,
  tools: AuthenticationTools,
  algorithms: readonly string[],
  errors: FieldError[],
): Omit<JwtConfig, 'username'> & { readonly username: JwtConfig['username'] | undefined } {
  const check = new MappingCheck(tools, errors);
  const issuer = issuerOf(written.issuer ?? {}, `${path}.issuer`, tools.ownIssuers, errors);
  const rules = check.claimRules(written.claimValidationRules ?? [], `${path}.claimValidationRules`);
  const mappings = check.mappings(
    written.claimMappings ?? {},
    `${path}.claimMappings`,
    rules.claimRules.map(({ rule }) => rule),
  );
  const userRules = check.userRules(written.userValidationRules ?? [], `${path}.userValidationRules`);
  return { issuer, algorithms, ...rules, ...mappings, userRules };
}

function anonymousOf({ enabled = false, conditions }: WrittenAnonymous, errors: FieldError[]): AnonymousConfig {
  const paths = (conditions ?? []).map((condition) => condition?.path ?? '');
  if (!enabled && paths.length > 0) {
    const detail = 'enabled should be set to true when conditions are defined';
    const shown = paths.map((path) => ({ Path: path }));
    errors.push(invalidValue('anonymous.conditions', shown, detail));
  }
  return { enabled, paths: paths.length === 0 ? undefined : paths };
}
