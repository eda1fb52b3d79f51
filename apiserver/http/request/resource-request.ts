// The request as a verb sees it, read from the context on demand.

import type { Query } from '../../registry/contract/query.ts';
import { badRequest, encodedBody, requestTooLarge } from '../../../shared/object/errors.ts';
import type { AuditLevel } from '../../audit/audit-policy.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Authorizer, Decision, ResourceAttributes } from '../../authorization/contract/authorizer.ts';
import type { Resource, Subresource, Verb } from '../../registry/contract/resource.ts';
import type { RequestHead, ResourceRequest } from '../../registry/contract/resource-handler.ts';
import { BodyAbortedError, BodyTooLargeError } from '../contract/exchange.ts';
import type { ObjectMeta } from '../../../shared/object/api-object.ts';
import { firstValue, joinedValue } from '../header/repeated-headers.ts';
import type { ResourceRequestInfo } from '../contract/request-info.ts';
import type { RequestContext } from '../contract/stage.ts';

/** Largest request body in bytes (requirements LIM). */
export const bodyLimit = 3 * 1024 * 1024;

export class HttpResourceRequest implements ResourceRequest {
  readonly verb: Verb;
  readonly resource: Resource;
  readonly subresource: Subresource | undefined;
  readonly namespace: string;
  readonly name: string;
  readonly subpath: string;
  readonly query: Query;
  readonly user: UserInfo;
  readonly received: number;
  readonly #context: RequestContext;
  readonly #authorizer: Authorizer;
  #body: Promise<Buffer> | undefined;

  constructor(
    context: RequestContext,
    info: ResourceRequestInfo,
    user: UserInfo,
    target: { readonly verb: Verb; readonly resource: Resource; readonly subresource: Subresource | undefined },
    authorizer: Authorizer,
  ) {
    this.verb = target.verb;
    this.resource = target.resource;
    this.subresource = target.subresource;
    this.namespace = info.namespace;
    this.name = info.nameFromSelector ? '' : info.name;
    this.subpath = info.subpath;
    this.query = info.query;
    this.user = user;
    this.received = context.received;
    this.#context = context;
    this.#authorizer = authorizer;
  }

  get accept(): string | undefined {
    return joinedValue(this.#context.exchange.headers.accept);
  }

  get contentType(): string | undefined {
    return firstValue(this.#context.exchange.headers['content-type']);
  }

  get userAgent(): string {
    return firstValue(this.#context.exchange.headers['user-agent']) ?? '';
  }

  get head(): RequestHead {
    const { exchange } = this.#context;
    const { method, headers, remoteAddress } = exchange;
    const { upgrade } = headers;
    const asked = exchange.tunnel === undefined || typeof upgrade !== 'string' ? undefined : upgrade.toLowerCase();
    return { method, headers, remoteAddress, upgrade: asked };
  }

  get aborted(): boolean {
    return this.#context.exchange.aborted;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get overdue(): boolean {
    return this.#context.overdue;
  }

  cancel(reason: Error): void {
    this.#context.exchange.cancel(reason);
  }

  body(): Promise<Buffer> {
    this.#body ??= readLimited(this.#context);
    return this.#body;
  }

  warn(text: string): void {
    this.#context.warnings.push(text);
  }

  annotate(key: string, value: string, level?: AuditLevel): void {
    this.#context.annotate(key, value, level);
  }

  auditObject(metadata: ObjectMeta | undefined, whole: () => unknown): void {
    this.#context.audit?.sentObject(metadata, whole);
  }

  auditPatch(bytes: Buffer): void {
    this.#context.audit?.sentPatch(bytes, this.contentType);
  }

  async authorize(attributes: Omit<ResourceAttributes, 'user' | 'kind'>): Promise<Decision> {
    return this.#authorizer.authorize({ ...attributes, kind: 'resource', user: this.user }, this);
  }
}

async function readLimited({ exchange }: RequestContext): Promise<Buffer> {
  requirePlain(joinedValue(exchange.headers['content-encoding']) ?? '');
  try {
    return await exchange.readBody(bodyLimit);
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw requestTooLarge(bodyLimit);
    }
    throw error instanceof BodyAbortedError ? badRequest(error.message) : error;
  }
}

/** Bodies are not decompressed: a few bytes could stand for more than any limit. */
function requirePlain(codings: string): void {
  for (const coding of codings.split(',')) {
    const name = coding.trim().toLowerCase();
    if (name !== '' && name !== 'identity') throw encodedBody(name.slice(0, 40));
  }
}
