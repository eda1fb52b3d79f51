// A signer in memory behind a transport, for the tests of certificates: takes requests, and answers them as the test says.

import { createAuthority, issueCertificate, type KeyPair } from '../../shared/certificates/authority.ts';
import { parseRequest } from '../../shared/certificates/request.ts';
import { ApiClient } from '../../shared/client/api-client.ts';
import type { Transport, TransportResponse } from '../../shared/client/transport.ts';
import type { Clock } from '../../shared/process/clock.ts';
import type { SigningRequest } from './certificate-request.ts';

/** What the signer does with a request; undefined: nothing, it waits. */
export type Answer = (request: SigningRequest, signer: StubSigner) => SigningRequest['status'] | undefined;

const collection = '/apis/certificates.example/v1/certificatesigningrequests';

export class StubSigner {
  readonly authority: KeyPair;
  /** In the order they came. */
  readonly requests: SigningRequest[] = [];
  /** Days that certificates live. */
  days = 1;
  answer: Answer = (request, signer) => signer.issued(request);
  /** Status code of every create; undefined: it succeeds. */
  refusal: number | undefined;
  readonly #clock: Clock;
  #version = 1;
  #changed: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.authority = createAuthority({ commonName: 'stub', clock });
  }

  /** As the agent's parts take it. */
  get route() {
    const target = { group: 'certificates.example', version: 'v1', resource: 'certificatesigningrequests' };
    const requests = new ApiClient(this.transport, { clock: this.#clock }).resource<SigningRequest>(target);
    return { requests, apiVersion: 'certificates.example/v1', close: async () => {} };
  }

  /** Answers a request that waited. */
  settle(name: string, status: SigningRequest['status']): void {
    const index = this.requests.findIndex(({ metadata }) => metadata.name === name);
    const request = this.requests[index];
    if (request === undefined) throw new Error(`no request ${name}`);
    this.requests[index] = this.#stored({ ...request, ...(status === undefined ? {} : { status }) });
    for (const wake of this.#changed.splice(0)) wake();
  }

  /** The status of an approved request with its certificate; `changes` make it another one than was asked for. */
  issued(request: SigningRequest, changes: { readonly commonName?: string } = {}): SigningRequest['status'] {
    const asked = parseRequest(Buffer.from(request.spec?.request ?? '', 'base64').toString('latin1'));
    const { certificatePem } = issueCertificate(this.authority, {
      commonName: changes.commonName ?? asked.commonName,
      organizations: asked.organizations,
      dnsNames: asked.dnsNames,
      ipAddresses: asked.ipAddresses,
      usages: ['client'],
      days: this.days,
      publicKey: asked.publicKey,
      clock: this.#clock,
    });
    return { conditions: [{ type: 'Approved' }], certificate: Buffer.from(certificatePem).toString('base64') };
  }

  readonly transport: Transport = async (request) => {
    request.signal?.throwIfAborted();
    const url = new URL(request.path, 'http://stub');
    const name = url.pathname.slice(collection.length + 1);
    if (request.method === 'POST') return this.#create(JSON.parse(String(request.body)) as SigningRequest);
    if (name !== '') {
      const found = this.requests.find(({ metadata }) => metadata.name === name);
      return found === undefined ? failure(404, 'NotFound') : json(200, found);
    }
    const wanted = url.searchParams.get('fieldSelector')?.replace('metadata.name=', '');
    if (url.searchParams.get('watch') === 'true') {
      return { status: 200, headers: {}, body: this.#follow(wanted, request.signal) };
    }
    const items = this.requests.filter(({ metadata }) => metadata.name === wanted);
    return json(200, { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: `${this.#version}` }, items });
  };

  #create(request: SigningRequest): TransportResponse {
    if (this.refusal !== undefined) return failure(this.refusal, this.refusal === 401 ? 'Unauthorized' : 'Forbidden');
    if (this.requests.some(({ metadata }) => metadata.name === request.metadata.name)) {
      return failure(409, 'AlreadyExists');
    }
    const status = this.answer(request, this);
    const stored = this.#stored({ ...request, ...(status === undefined ? {} : { status }) });
    this.requests.push(stored);
    return json(201, stored);
  }

  #stored(request: SigningRequest): SigningRequest {
    return { ...request, metadata: { ...request.metadata, resourceVersion: `${++this.#version}` } };
  }

  async *#follow(name: string | undefined, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    let told = 0;
    for (;;) {
      for (const object of this.requests) {
        const version = Number(object.metadata.resourceVersion);
        if (object.metadata.name !== name || version <= told) continue;
        told = version;
        yield Buffer.from(`${JSON.stringify({ type: 'MODIFIED', object })}\n`);
      }
      await new Promise<void>((resolve) => {
        this.#changed.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
      if (signal?.aborted === true) return;
    }
  }
}

function json(status: number, body: unknown): TransportResponse {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(body));
  }
  return { status, headers: { 'content-type': 'application/json' }, body: chunks() };
}

function failure(code: number, reason: string): TransportResponse {
  return json(code, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason,
    message: reason,
    code,
  });
}
