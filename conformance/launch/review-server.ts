// A stand-in for an API service that only answers reviews: every token belongs to a user with all permissions. It
// records requests, for cases about a client's reviews. Listens on plain HTTP on this host only.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/** A review request that was answered with one object. */
export interface Review {
  readonly kind: 'TokenReview' | 'SubjectAccessReview';
  readonly spec: Readonly<Record<string, unknown>>;
}

export interface ReviewServer {
  readonly address: string;
  /** Every review so far, in the order of the responses. */
  readonly reviews: readonly Review[];
  /** Other requests for reviews: another method, a watch, or a malformed body. */
  readonly others: readonly string[];
  close(): Promise<void>;
}

export async function startReviewServer(vendor: Vendor): Promise<ReviewServer> {
  const kinds = new Map<string, Review['kind']>([
    [vendor.fill('/apis/authentication.{api}/v1/tokenreviews'), 'TokenReview'],
    [vendor.fill('/apis/authorization.{api}/v1/subjectaccessreviews'), 'SubjectAccessReview'],
  ]);
  const reviews: Review[] = [];
  const others: string[] = [];
  const answerTo = async (request: IncomingMessage): Promise<object | undefined> => {
    const { method = '', url = '' } = request;
    const kind = kinds.get(url.replace(/\?.*/, ''));
    if (kind === undefined) return undefined;
    const body = await textOf(request);
    try {
      const review = JSON.parse(body) as { readonly spec: Review['spec'] };
      if (method !== 'POST' || url.includes('watch=')) throw new Error('no question');
      reviews.push({ kind, spec: review.spec });
      return { ...review, status: statusOf(kind, review.spec) };
    } catch {
      others.push(`${method} ${url}`);
      return undefined;
    }
  };
  const server = createServer((request, response) => {
    void answerTo(request).then((answer) => {
      const code = answer === undefined ? 404 : 201;
      const failure = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'NotFound', code };
      response.writeHead(code, { 'content-type': 'application/json', date: new Date().toUTCString() });
      response.end(JSON.stringify(answer ?? failure));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reviews,
    others,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function statusOf(kind: Review['kind'], spec: Review['spec']): object {
  if (kind === 'SubjectAccessReview') return { allowed: true };
  return { authenticated: true, user: { username: `holder of ${String(spec['token'])}`, groups: ['conformance'] } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
