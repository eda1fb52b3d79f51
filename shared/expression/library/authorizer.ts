// The authorizer in expressions (CEL-017): a question is put together call by call, and `check` asks it.

import { declaring, type Library } from '../declare/function.ts';
import type { Type } from '../type/type.ts';
import { Opaque, type Value } from '../value/value.ts';
import type { LibraryTypes } from './named-types.ts';

/** A path or a resource whose use is asked for. */
export type AuthorizationQuestion =
  | {
      readonly kind: 'path';
      readonly path: string;
      readonly verb: string;
      readonly account: ServiceAccount | undefined;
    }
  | (ResourceParts & {
      readonly kind: 'resource';
      readonly verb: string;
      /** Whom it is asked for instead of the user of the request. */
      readonly account: ServiceAccount | undefined;
    });

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

export interface ResourceParts {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** As they were written; not parsed before the check. */
  readonly fieldSelector: string;
  readonly labelSelector: string;
}

export interface AuthorizationAnswer {
  readonly allowed: boolean;
  readonly reason: string;
  /** Why the question could not be decided; undefined when it was. */
  readonly error?: string;
}

/** What the caller of an evaluation gives: it decides at once. */
export type Authorization = (question: AuthorizationQuestion) => AuthorizationAnswer;

/** One step of a question, or its answer. Each is equal to itself only. */
class Step<Content> extends Opaque {
  readonly type: Type;
  readonly content: Content;

  constructor(type: Type, content: Content) {
    super();
    this.type = type;
    this.content = content;
  }

  equals(other: Value): boolean {
    return this === other;
  }
}

interface Asker {
  readonly authorize: Authorization;
  readonly account: ServiceAccount | undefined;
}
type PathCheck = Step<Asker & { readonly path: string }>;
type GroupCheck = Step<Asker & { readonly group: string }>;
type ResourceCheck = Step<Asker & { readonly parts: ResourceParts }>;
type Decision = Step<AuthorizationAnswer>;

/** The value of the variable `authorizer`. */
export function authorizerValue(named: LibraryTypes, authorize: Authorization): Value {
  return new Step<Asker>(named.Authorizer, { authorize, account: undefined });
}

/** The value of `authorizer.requestResource`: the resource of the request itself. */
export function requestResourceValue(named: LibraryTypes, authorize: Authorization, parts: ResourceParts): Value {
  return new Step(named.ResourceCheck, { authorize, account: undefined, parts });
}

const setters = ['subresource', 'namespace', 'name'] as const;
const selectors = ['fieldSelector', 'labelSelector'] as const;

function setting(named: LibraryTypes, field: keyof ResourceParts) {
  return ({ content }: ResourceCheck, text: string): Value =>
    new Step(named.ResourceCheck, { ...content, parts: { ...content.parts, [field]: text } });
}

export function authorizerLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  return {
    functions: [
      declare(
        'authorizer_path',
        'Authorizer.path(string): PathCheck',
        ({ content }: Step<Asker>, path: string) => new Step(named.PathCheck, { ...content, path }),
      ),
      declare(
        'authorizer_group',
        'Authorizer.group(string): GroupCheck',
        ({ content }: Step<Asker>, group: string) => new Step(named.GroupCheck, { ...content, group }),
      ),
      declare(
        'authorizer_serviceaccount',
        'Authorizer.serviceAccount(string, string): Authorizer',
        ({ content }: Step<Asker>, namespace: string, name: string) =>
          new Step<Asker>(named.Authorizer, { ...content, account: { namespace, name } }),
      ),
      declare(
        'groupcheck_resource',
        'GroupCheck.resource(string): ResourceCheck',
        ({ content: { authorize, account, group } }: GroupCheck, resource: string) =>
          new Step(named.ResourceCheck, {
            authorize,
            account,
            parts: { group, resource, subresource: '', namespace: '', name: '', fieldSelector: '', labelSelector: '' },
          }),
      ),
      ...setters.map((field) =>
        declare(`resourcecheck_${field}`, `ResourceCheck.${field}(string): ResourceCheck`, setting(named, field)),
      ),
      declare(
        'pathcheck_check',
        'PathCheck.check(string): Decision',
        ({ content: { authorize, account, path } }: PathCheck, verb: string) =>
          new Step(named.Decision, authorize({ kind: 'path', path, verb, account })),
      ),
      declare(
        'resourcecheck_check',
        'ResourceCheck.check(string): Decision',
        ({ content: { authorize, account, parts } }: ResourceCheck, verb: string) =>
          new Step(named.Decision, authorize({ kind: 'resource', ...parts, verb, account })),
      ),
      declare('decision_errored', 'Decision.errored(): bool', ({ content }: Decision) => content.error !== undefined),
      declare('decision_error', 'Decision.error(): string', ({ content }: Decision) => content.error ?? ''),
      declare('decision_allowed', 'Decision.allowed(): bool', ({ content }: Decision) => content.allowed),
      declare('decision_reason', 'Decision.reason(): string', ({ content }: Decision) => content.reason),
    ],
  };
}

/** Selectors in questions (CEL-021). */
export function authorizerSelectorLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  return {
    functions: selectors.map((field) =>
      declare(
        `authorizer_${field.toLowerCase()}`,
        `ResourceCheck.${field}(string): ResourceCheck`,
        setting(named, field),
      ),
    ),
  };
}
