// Last stage: hands the request to the verb of its resource or to the handler of its path, and sends the answer.

import { methodNotAllowed, resourceNotFound, verbNotSupported } from '../../../shared/object/errors.ts';
import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type { Behaviour } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Authorizer } from '../../authorization/contract/authorizer.ts';
import type { Resource, Resources, Subresource, Verb } from '../../registry/contract/resource.ts';
import { type ResourceHandler, ResourceChangedError, type Response } from '../../registry/contract/resource-handler.ts';
import { writeResponse } from '../response/response-writer.ts';
import type { DeprecatedUse } from '../response/deprecated-use.ts';
import type { FindPath } from '../request/path-table.ts';
import { pageNotFound } from '../error/plain-text-error.ts';
import { definedPart, hasBuiltIn, noSuchResource } from './defined-target.ts';
import { joinedValue } from '../header/repeated-headers.ts';
import type { PathRequest, ResourceRequestInfo } from '../contract/request-info.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';
import { HttpResourceRequest } from '../request/resource-request.ts';

export interface DispatchOptions {
  /** What is served to clients. */
  readonly resources: Resources;
  /** The resources for the server's own parts, including those that are switched off for clients. */
  readonly ownResources: Resources;
  readonly onDeprecated: DeprecatedUse;
  readonly answerVerb: ResourceHandler;
  readonly findPath: FindPath;
  /** For the further questions of verbs. */
  readonly authorizer: Authorizer;
  /** Whether large answers to reads are compressed for clients that take it. */
  readonly compression: boolean;
  /** Whether documents outside of the API are served for any method. */
  readonly anyMethod: boolean;
  /** What becomes of HEAD of a resource. */
  readonly head: Behaviour['headOfResource'];
}

export function dispatch(options: DispatchOptions): Stage {
  return () => (context) => {
    const { info, user } = context;
    if (user === undefined) {
      throw new TypeError('dispatch runs after authentication');
    }
    if (info.kind === 'path') {
      return answerPath(options, context, info, user);
    }
    const resources = context.exchange.localUser === undefined ? options.resources : options.ownResources;
    const target = targetOf(options, resources, info, context.exchange.method);
    options.onDeprecated(context, target.resource, target.subresource);
    const answer = options.answerVerb(new HttpResourceRequest(context, info, user, target, options.authorizer));
    if (!isPending(answer)) return writeResponse(context, answer, options.compression);
    return answer
      .catch((error: unknown) => askAgain(options, context, { info, user, resources }, error))
      .then((known) => writeResponse(context, known, options.compression));
  };
}

interface Asked {
  readonly info: ResourceRequestInfo;
  readonly user: UserInfo;
  readonly resources: Resources;
}

/** What is served now, where that was changed while the request waited; throws every other error. */
async function askAgain(
  options: DispatchOptions,
  context: RequestContext,
  { info, user, resources }: Asked,
  error: unknown,
): Promise<Response> {
  for (let failure = error; ; ) {
    if (!(failure instanceof ResourceChangedError)) throw failure;
    context.signal.throwIfAborted();
    const target = targetOf(options, resources, info, context.exchange.method);
    try {
      return await options.answerVerb(new HttpResourceRequest(context, info, user, target, options.authorizer));
    } catch (next) {
      failure = next;
    }
  }
}

async function answerPath(
  options: DispatchOptions,
  context: RequestContext,
  info: PathRequest,
  user: UserInfo,
): Promise<void> {
  const { exchange } = context;
  const handler = options.findPath(info.path);
  if (handler === undefined) {
    throw nothingAt(options, info.path);
  }
  const answer = await handler({
    method: exchange.method,
    path: info.path,
    query: info.query,
    headers: exchange.headers,
    accept: joinedValue(exchange.headers.accept),
    user,
    get signal() {
      return context.signal;
    },
  });
  if (answer === undefined) {
    throw nothingAt(options, info.path);
  }
  if (!isMethodTaken(options, exchange.method, info)) {
    throw methodNotAllowed();
  }
  return writeResponse(context, answer, options.compression);
}

/**
 * Where any method will do, that is so for what is no API: the index, the lists of groups, health, metrics, schemas. Where HEAD
 * of resources is refused, it is so for documents of the API too. The versions of defined kinds can be read with any method.
 */
function isMethodTaken(options: DispatchOptions, method: string, { verb, path }: PathRequest): boolean {
  if (verb === 'get') return true;
  const { anyMethod, head, resources } = options;
  const [, group] = ofGroup.exec(path) ?? [];
  const ofApi = apiDocuments.test(path) && (group === undefined || hasBuiltIn(resources, group));
  if (method === 'HEAD') return head !== 'refused' || !ofApi;
  return anyMethod && !ofApi;
}

const ofGroup = /^\/apis\/([^/]+)\//;

/** Versions of the core, resources of a version, the version of the server, and what others verify tokens with. */
const apiDocuments =
  /^\/(?:api(?:\/.*)?|apis\/[^/]+\/[^/]+.*|version\/?|\.well-known\/openid-configuration\/?|openid\/v1\/jwks\/?)$/;

/** Below a built-in API the 404 is a Status, elsewhere it is in words. */
function nothingAt({ resources }: DispatchOptions, path: string): Error {
  const [, root = '', group = '', ...rest] = path.split('/');
  const known = root === 'api' ? group !== '' : root === 'apis' && rest.length > 0 && hasBuiltIn(resources, group);
  return known ? resourceNotFound() : pageNotFound();
}

interface Target {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource: Subresource | undefined;
}

/**
 * Throws what a router would say: 404 for a path that leads nowhere (in words where not even the group is there), 405 for a
 * method that it does not have. Defined kinds are routed in another way.
 */
function targetOf(options: DispatchOptions, resources: Resources, info: ResourceRequestInfo, method: string): Target {
  const resource = resources.find(info.group, info.version, info.resource);
  if (resource === undefined) {
    throw noSuchResource(resources, info.group);
  }
  if (resource.custom === true) return { verb: info.verb as Verb, resource, subresource: definedPart(resource, info) };
  const subresource = info.subresource === '' ? undefined : resource.subresources.get(info.subresource);
  if (subresource === undefined && info.subresource !== '') {
    throw resourceNotFound();
  }
  // A slash at the end of a path means nothing, but to a proxy.
  if (info.subpath.length > 1 && info.subresource !== 'proxy') {
    throw resourceNotFound();
  }
  const collection = info.name === '' || info.nameFromSelector;
  requireScope(resource, info, collection);
  requirePath(resource, info, collection);
  if (method === 'HEAD' && options.head === 'refused' && info.subresource !== 'proxy') {
    throw methodNotAllowed();
  }
  const verb = info.verb as Verb;
  if (subresource !== undefined) {
    if (!subresource.verbs.includes(verb)) {
      throw methodNotAllowed();
    }
    return { verb, resource, subresource };
  }
  requireMethod(method, collection);
  if (verb === 'watch' && method !== 'GET' && method !== 'HEAD') {
    throw methodNotAllowed();
  }
  if (!resource.verbs.includes(verb)) {
    throw verb === 'watch'
      ? verbNotSupported({ group: resource.group, resource: resource.name }, verb)
      : methodNotAllowed();
  }
  return { verb, resource, subresource };
}

/** A namespaced object has no path without its namespace, and the other way round. */
function requireScope(resource: Resource, info: ResourceRequestInfo, collection: boolean): void {
  if (!resource.namespaced) {
    // A namespace is in itself, but none is in another.
    if (info.namespace !== '' && (resource.name !== 'namespaces' || collection)) {
      throw resourceNotFound();
    }
    return;
  }
  if (info.namespace !== '') {
    return;
  }
  if (!collection) {
    throw resourceNotFound();
  }
  // Over all namespaces there is only reading.
  if (info.verb !== 'list' && info.verb !== 'watch') {
    throw methodNotAllowed();
  }
}

/** A path that nothing can be done with is not there: items of what is only reviewed, lists of what is not read. */
function requirePath({ verbs, namespaced }: Resource, info: ResourceRequestInfo, collection: boolean): void {
  const useful = collection ? (namespaced && info.namespace === '' ? overAllVerbs : collectionVerbs) : itemVerbs;
  if (info.subresource === '' && !verbs.some((verb) => useful.has(verb))) {
    throw resourceNotFound();
  }
}

function requireMethod(method: string, collection: boolean): void {
  const allowed = collection ? collectionMethods : itemMethods;
  if (!allowed.has(method)) {
    throw methodNotAllowed();
  }
}

const overAllVerbs: ReadonlySet<Verb> = new Set<Verb>(['list', 'watch']);
const collectionVerbs: ReadonlySet<Verb> = new Set<Verb>(['create', 'deletecollection', 'list', 'watch']);
const itemVerbs: ReadonlySet<Verb> = new Set<Verb>(['delete', 'get', 'patch', 'update', 'watch']);
const collectionMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE']);
const itemMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);
