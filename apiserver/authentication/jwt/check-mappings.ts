// Judges what an authenticator makes of claims, and the rules that claims and users must keep (OIDC-019 to OIDC-041).

import type { FieldError } from '../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../shared/object/names.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { type ClaimCompiler, type ClaimExpression, selectsClaim } from './claim-expressions.ts';
import type { JwtConfig, PrefixedClaim, RuleConfig } from './jwt-config.ts';

export interface WrittenMapping {
  readonly claim?: string;
  readonly prefix?: string | null;
  readonly expression?: string;
}

export interface WrittenRule {
  readonly claim?: string;
  readonly requiredValue?: string;
  readonly expression?: string;
  readonly message?: string;
}

export interface WrittenMappings {
  readonly username?: WrittenMapping;
  readonly groups?: WrittenMapping;
  readonly uid?: WrittenMapping;
  readonly extra?: readonly ({ readonly key?: string; readonly valueExpression?: string } | null)[] | null;
}

export interface MappingTools {
  readonly vendor: Vendor;
  readonly compiler: ClaimCompiler;
}

/** Collects what is wrong, and compiles expressions by their field. */
export class MappingCheck {
  readonly errors: FieldError[];
  readonly #tools: MappingTools;

  constructor(tools: MappingTools, errors: FieldError[]) {
    this.#tools = tools;
    this.errors = errors;
  }

  claimRules(written: readonly (WrittenRule | null)[], path: string): Pick<JwtConfig, 'requiredClaims' | 'claimRules'> {
    const requiredClaims: { claim: string; value: string }[] = [];
    const claimRules: RuleConfig[] = [];
    const seen = { claims: new Set<string>(), expressions: new Set<string>() };
    for (const [index, rule] of written.entries()) {
      const at = `${path}[${index}]`;
      const { claim = '', requiredValue = '', expression = '', message = '' } = rule ?? {};
      if (claim !== '' && expression !== '') {
        this.errors.push(invalidValue(at, claim, "claim and expression can't both be set"));
      } else if (claim === '' && expression === '') {
        this.errors.push(required(at, 'claim or expression is required'));
      } else if (claim !== '') {
        if (message !== '') {
          this.errors.push(invalidValue(`${at}.message`, message, 'may not be specified when claim is set'));
        }
        if (seen.claims.has(claim)) this.errors.push(duplicateValue(`${at}.claim`, claim));
        seen.claims.add(claim);
        requiredClaims.push({ claim, value: requiredValue });
      } else {
        if (requiredValue !== '') {
          const detail = 'may not be specified when expression is set';
          this.errors.push(invalidValue(`${at}.requiredValue`, requiredValue, detail));
        }
        const compiled = this.#rule(expression, message, `${at}.expression`, seen.expressions, (text) =>
          this.#tools.compiler.claims(text, true),
        );
        if (compiled !== undefined) claimRules.push(compiled);
      }
    }
    return { requiredClaims, claimRules };
  }

  userRules(written: readonly (WrittenRule | null)[], path: string): readonly RuleConfig[] {
    const seen = new Set<string>();
    return written.flatMap((rule, index) => {
      const { expression = '', message = '' } = rule ?? {};
      const at = `${path}[${index}].expression`;
      if (expression === '') {
        this.errors.push(required(at));
        return [];
      }
      return this.#rule(expression, message, at, seen, (text) => this.#tools.compiler.user(text)) ?? [];
    });
  }

  #rule(
    expression: string,
    message: string,
    path: string,
    seen: Set<string>,
    compile: (text: string) => ClaimExpression,
  ): RuleConfig | undefined {
    if (seen.has(expression)) {
      this.errors.push(duplicateValue(path, expression));
      return undefined;
    }
    seen.add(expression);
    const rule = this.#compiled(expression, path, compile);
    return rule === undefined ? undefined : { rule, message };
  }

  #compiled(
    expression: string,
    path: string,
    compile = (text: string): ClaimExpression => this.#tools.compiler.claims(text, false),
  ): ClaimExpression | undefined {
    try {
      return compile(expression);
    } catch (error) {
      this.errors.push(invalidValue(path, expression, error instanceof Error ? error.message : String(error)));
      return undefined;
    }
  }

  /** `rules`: expressions of the authenticator that may look at the verification of addresses. */
  mappings(
    written: WrittenMappings,
    path: string,
    rules: readonly ClaimExpression[],
  ): Pick<JwtConfig, 'groups' | 'uid' | 'extra'> & { readonly username: JwtConfig['username'] | undefined } {
    const username = this.#prefixed(written.username ?? {}, `${path}.username`, true);
    const groups = this.#prefixed(written.groups ?? {}, `${path}.groups`, false);
    const uid = this.#uid(written.uid ?? {}, `${path}.uid`);
    const extra = this.#extra(written.extra ?? [], `${path}.extra`);
    if (username !== undefined && 'program' in username && selectsClaim(username, 'email')) {
      const looking = [username, ...extra.map(({ value }) => value), ...rules];
      if (!looking.some((one) => selectsClaim(one, 'email_verified'))) {
        this.errors.push(invalidValue(`${path}.username.expression`, username.expression, unverifiedAddress));
      }
    }
    return { username, groups, uid, extra };
  }

  #prefixed(
    { claim = '', prefix, expression = '' }: WrittenMapping,
    path: string,
    needed: boolean,
  ): PrefixedClaim | ClaimExpression | undefined {
    if (claim !== '' && expression !== '') {
      this.errors.push(invalidValue(path, '', "claim and expression can't both be set"));
    } else if (expression !== '') {
      if (prefix !== undefined && prefix !== null) {
        this.errors.push(invalidValue(`${path}.prefix`, prefix, 'may not be specified when expression is set'));
      }
      return this.#compiled(expression, `${path}.expression`);
    } else if (claim !== '') {
      if (prefix === undefined || prefix === null) {
        const detail = 'prefix is required when claim is set. It can be set to an empty string to disable prefixing';
        this.errors.push(required(`${path}.prefix`, detail));
      }
      return { claim, prefix: prefix ?? '' };
    } else if (needed) {
      this.errors.push(required(path, 'claim or expression is required'));
    }
    return undefined;
  }

  #uid({ claim = '', expression = '' }: WrittenMapping, path: string): JwtConfig['uid'] {
    if (claim !== '' && expression !== '') {
      this.errors.push(invalidValue(path, '', "claim and expression can't both be set"));
      return undefined;
    }
    if (claim !== '') return { claim };
    return expression === '' ? undefined : this.#compiled(expression, `${path}.expression`);
  }

  #extra(written: NonNullable<WrittenMappings['extra']>, path: string): JwtConfig['extra'] {
    const seen = new Set<string>();
    return written.flatMap((mapping, index) => {
      const { key = '', valueExpression = '' } = mapping ?? {};
      const at = `${path}[${index}]`;
      this.errors.push(...keyFaults(key, `${at}.key`, this.#tools.vendor));
      if (seen.has(key)) {
        this.errors.push(duplicateValue(`${at}.key`, key));
        return [];
      }
      seen.add(key);
      if (valueExpression === '') {
        this.errors.push(required(`${at}.valueExpression`));
        return [];
      }
      const value = this.#compiled(valueExpression, `${at}.valueExpression`);
      return value === undefined ? [] : [{ key, value }];
    });
  }
}

const unverifiedAddress =
  'claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or ' +
  'claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression';

/** A path with a domain in front that is not the maker's (OIDC-033 to OIDC-038). */
function keyFaults(key: string, path: string, vendor: Vendor): readonly FieldError[] {
  const errors: FieldError[] = [];
  const slash = key.indexOf('/');
  const domain = slash < 0 ? '' : key.slice(0, slash);
  const rest = slash < 0 ? '' : key.slice(slash + 1);
  if (key === '') errors.push(required(path));
  else if (domain === '' || rest === '') {
    errors.push(invalidValue(path, key, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    errors.push(...checkDns1123Subdomain(domain).map((fault) => invalidValue(path, domain, fault)));
    if (!/^(?:[A-Za-z0-9/\-._~%!$&'()*+,;=:]+)$/.test(rest)) {
      errors.push(
        invalidValue(path, rest, `Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')`),
      );
    }
  }
  if (key !== key.toLowerCase()) errors.push(invalidValue(path, key, 'must be lowercase'));
  const own = [...new Set([vendor.fill('{api}'), vendor.fill('{label}')])];
  if (own.some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`))) {
    errors.push(
      invalidValue(path, key, `${own.join(', ')} and their subdomains are reserved for ${vendor.fill('{Maker}')} use`),
    );
  }
  return errors;
}
