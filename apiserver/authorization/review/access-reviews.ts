// The reviews: questions about authentication and authorization that are answered and never stored (REVIEW-001 to REVIEW-033).
// Pure but for the two questions they pass on; the registry calls `answer` for every resource without storage.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { badRequest, invalid, requireNamespace } from '../../../shared/object/errors.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';
import type { Asking, Authentication, UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Attributes, Authorizer, Decision, RuleOf } from '../contract/authorizer.ts';
import { ignoredPart, selectorErrors, selectorText, type SelectorAttributes } from './selector-attributes.ts';

/** Whom a review asks. */
export interface ReviewContext {
  /** Who posted the review. */
  readonly user: UserInfo;
  /** Of the path; '' for reviews that are not namespaced. */
  readonly namespace: string;
  readonly authorizer: Authorizer;
  /** Judges a bearer token as the server would in a request; with `audiences`, as one for which it must be would. */
  authenticate(token: string, audiences: readonly string[], asking?: Asking): Promise<Authentication>;
  /** The audiences of this server: those a token that names none is for. */
  readonly audiences: readonly string[];
  /** When the review was posted, as objects tell times. */
  readonly time: string;
  readonly signal?: AbortSignal;
}

/** Answers the posted object with `status` filled; the argument is not changed. Throws StatusError 400 or 422. */
export interface ReviewAnswerer {
  (kind: string, object: ApiObject, context: ReviewContext): Promise<ApiObject>;
}

interface ResourceAttributesForm {
  readonly namespace?: string;
  readonly verb?: string;
  readonly group?: string;
  readonly version?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly fieldSelector?: SelectorAttributes;
  readonly labelSelector?: SelectorAttributes;
}

interface AccessSpec {
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly resourceAttributes?: ResourceAttributesForm;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
}

type ReviewOf = (object: ApiObject, context: ReviewContext) => Promise<Record<string, unknown>>;

const reviews: ReadonlyMap<string, ReviewOf> = new Map<string, ReviewOf>([
  ['SubjectAccessReview', reviewSubject],
  ['LocalSubjectAccessReview', reviewLocalSubject],
  ['SelfSubjectAccessReview', reviewSelf],
  ['SelfSubjectRulesReview', reviewRules],
  ['SelfSubjectReview', async (_object, { user }) => ({ userInfo: userForm(user) })],
  ['TokenReview', reviewToken],
]);

export const answerReview: ReviewAnswerer = async (kind, object, context) => {
  const review = reviews.get(kind);
  if (review === undefined) throw new TypeError(`${kind} is no review`);
  // A status that the client sent is never kept (REVIEW-001).
  const status = await review(object, context);
  // The rules of a namespace are returned without the question.
  if (kind === 'SelfSubjectRulesReview') return { ...object, metadata: {}, spec: {}, status };
  if (kind === 'SelfSubjectReview') return { ...object, metadata: { creationTimestamp: context.time }, status };
  const metadata = saidIn(object.metadata);
  if (kind !== 'LocalSubjectAccessReview') return { ...object, metadata, status };
  return { ...object, metadata: { ...metadata, namespace: context.namespace }, status };
};

async function reviewSubject(object: ApiObject, context: ReviewContext): Promise<Record<string, unknown>> {
  const spec = (object['spec'] ?? {}) as AccessSpec;
  refuse(object, [...specErrors(spec, subjectErrors(spec)), ...metadataErrors(object, 'must be empty')]);
  return judge(subjectOf(spec), spec, context);
}

async function reviewLocalSubject(object: ApiObject, context: ReviewContext): Promise<Record<string, unknown>> {
  requireNamespace(object, context.namespace);
  const spec = (object['spec'] ?? {}) as AccessSpec;
  const errors = [
    ...specErrors(spec, subjectErrors(spec)),
    ...metadataErrors(object, 'must be empty except for namespace'),
  ];
  const { resourceAttributes, nonResourceAttributes } = spec;
  const asked = resourceAttributes?.namespace ?? '';
  if (resourceAttributes !== undefined && asked !== context.namespace)
    errors.push(invalidValue('spec.resourceAttributes.namespace', asked, 'must match metadata.namespace'));
  if (nonResourceAttributes !== undefined) {
    const detail = 'disallowed on this kind of request';
    errors.push(invalidValue('spec.nonResourceAttributes', shownPath(nonResourceAttributes), detail));
  }
  refuse(object, errors);
  return judge(subjectOf(spec), spec, context);
}

async function reviewSelf(object: ApiObject, context: ReviewContext): Promise<Record<string, unknown>> {
  const spec = (object['spec'] ?? {}) as AccessSpec;
  refuse(object, [...specErrors(spec, []), ...metadataErrors(object, 'must be empty')]);
  return judge(context.user, spec, context);
}

async function reviewRules(object: ApiObject, context: ReviewContext): Promise<Record<string, unknown>> {
  const namespace = (object['spec'] as { readonly namespace?: string } | undefined)?.namespace ?? '';
  if (namespace === '') throw badRequest('no namespace on request');
  const held = await context.authorizer.rulesFor(context.user, namespace);
  const paths = held.rules.filter((rule) => rule.nonResourceURLs !== undefined);
  const resources = held.rules.filter((rule) => rule.nonResourceURLs === undefined);
  return {
    resourceRules: resources.map(({ verbs, apiGroups, resources: names, resourceNames }: RuleOf) => ({
      verbs,
      ...(apiGroups === undefined ? {} : { apiGroups }),
      ...(names === undefined ? {} : { resources: names }),
      ...(resourceNames === undefined ? {} : { resourceNames }),
    })),
    nonResourceRules: paths.map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    incomplete: held.incomplete,
    ...(held.evaluationError === undefined ? {} : { evaluationError: held.evaluationError }),
  };
}

async function reviewToken(object: ApiObject, context: ReviewContext): Promise<Record<string, unknown>> {
  const spec = (object['spec'] ?? {}) as { readonly token?: string; readonly audiences?: readonly string[] };
  if (spec.token === undefined || spec.token === '')
    throw badRequest('token is required for TokenReview in authentication');
  const asked = spec.audiences ?? [];
  // The user that the client wrote stays where the token names none.
  const { user = {} } = (object['status'] ?? {}) as { readonly user?: object };
  const result = await context.authenticate(spec.token, asked, context);
  if (result.outcome === 'rejected') return { user, error: result.reason };
  if (result.outcome === 'none') return { user };
  const served = result.audiences ?? context.audiences;
  const audiences = asked.length === 0 ? served : asked.filter((audience) => served.includes(audience));
  if (audiences.length === 0 && asked.length > 0) {
    return {
      user,
      error: `token audiences ${listText(served)} is invalid for the target audiences ${listText(asked)}`,
    };
  }
  return { authenticated: true, user: userForm(result.user), ...(audiences.length === 0 ? {} : { audiences }) };
}

/** Exactly one of the two attribute forms; what is wrong with the subject comes before what is with selectors. */
function specErrors(spec: AccessSpec, ofSubject: readonly FieldError[]): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  const found: FieldError[] = [];
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const detail = 'cannot be specified in combination with resourceAttributes';
    found.push(invalidValue('spec.nonResourceAttributes', shownPath(nonResourceAttributes), detail));
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    const detail = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
    found.push(invalidValue('spec.resourceAttributes', null, detail));
  }
  found.push(...ofSubject);
  for (const field of ['fieldSelector', 'labelSelector'] as const) {
    const selector = resourceAttributes?.[field];
    if (selector !== undefined) found.push(...selectorErrors(selector, `spec.resourceAttributes.${field}`, field));
  }
  return found;
}

/** As messages show it. */
function shownPath({ path = '', verb = '' }: NonNullable<AccessSpec['nonResourceAttributes']>): object {
  return { Path: path, Verb: verb };
}

function metadataErrors(object: ApiObject, detail: string): readonly FieldError[] {
  return isNamed(object.metadata) ? [invalidValue('metadata', object.metadata, detail)] : [];
}

function refuse(object: ApiObject, found: readonly FieldError[]): void {
  if (found.length === 0) return;
  const group = parseGroupVersion(object.apiVersion)?.group ?? '';
  throw invalid({ group, kind: '' }, '', found);
}

/** What is returned of the metadata that a client sent: nothing that only a service says of what it keeps. */
function saidIn(metadata: ApiObject['metadata']): ApiObject['metadata'] {
  const { uid: _uid, creationTimestamp: _time, namespace: _namespace, ...said } = metadata;
  return said;
}

/** Whether the client says something of the review itself: nothing will ever be found under that name. */
function isNamed(metadata: ApiObject['metadata']): boolean {
  const {
    name = '',
    generateName = '',
    labels = {},
    annotations = {},
    resourceVersion = '',
    generation = 0,
  } = metadata;
  if (name !== '' || generateName !== '' || resourceVersion !== '' || generation !== 0) return true;
  return Object.keys(labels).length > 0 || Object.keys(annotations).length > 0;
}

function subjectErrors(spec: AccessSpec): FieldError[] {
  if ((spec.user ?? '') !== '' || (spec.groups ?? []).length > 0) return [];
  return [invalidValue('spec.user', spec.user ?? '', 'at least one of user or group must be specified')];
}

/** The subject of a review: exactly the named user and groups, no group is added (REVIEW-030). */
function subjectOf(spec: AccessSpec): UserInfo {
  return {
    username: spec.user ?? '',
    ...(spec.uid === undefined ? {} : { uid: spec.uid }),
    groups: spec.groups ?? [],
    extra: new Map(Object.entries(spec.extra ?? {})),
  };
}

function attributesOf(user: UserInfo, spec: AccessSpec): Attributes {
  const path = spec.nonResourceAttributes;
  if (path !== undefined) return { kind: 'path', user, verb: path.verb ?? '', path: path.path ?? '' };
  const asked = spec.resourceAttributes ?? {};
  const fieldSelector = selectorText(asked.fieldSelector, 'field');
  const labelSelector = selectorText(asked.labelSelector, 'label');
  const { version = '' } = asked;
  return {
    kind: 'resource',
    user,
    verb: asked.verb ?? '',
    group: asked.group ?? '',
    // One that is not said is every one.
    version: version === '' ? '*' : version,
    resource: asked.resource ?? '',
    subresource: asked.subresource ?? '',
    namespace: asked.namespace ?? '',
    name: asked.name ?? '',
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
  };
}

async function judge(user: UserInfo, spec: AccessSpec, context: ReviewContext): Promise<Record<string, unknown>> {
  const ignored = (['fieldSelector', 'labelSelector'] as const).flatMap((field) => {
    const part = ignoredPart(spec.resourceAttributes?.[field], field);
    return part === undefined ? [] : [`spec.resourceAttributes.${field} ${part} due to parse error`];
  });
  const evaluationError = (problem: string | undefined): object => {
    const problems = [...(problem === undefined ? [] : [problem]), ...ignored];
    return problems.length === 0 ? {} : { evaluationError: problems.join('; ') };
  };
  let decision: Decision;
  try {
    decision = await context.authorizer.authorize(attributesOf(user, spec), context);
  } catch (error) {
    return { allowed: false, ...evaluationError(error instanceof Error ? error.message : String(error)) };
  }
  return {
    allowed: decision.outcome === 'allow',
    ...(decision.outcome === 'deny' ? { denied: true } : {}),
    ...(decision.reason === '' ? {} : { reason: decision.reason }),
    ...evaluationError(decision.outcome === 'allow' ? undefined : decision.error),
  };
}

function userForm(user: UserInfo): Record<string, unknown> {
  return {
    ...(user.username === '' ? {} : { username: user.username }),
    ...(user.uid === undefined || user.uid === '' ? {} : { uid: user.uid }),
    ...(user.groups.length === 0 ? {} : { groups: user.groups }),
    ...(user.extra.size === 0 ? {} : { extra: Object.fromEntries(user.extra) }),
  };
}

function listText(list: readonly string[]): string {
  return `[${list.map((text) => JSON.stringify(text)).join(' ')}]`;
}
