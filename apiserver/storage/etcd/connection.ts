// gRPC to the members of one etcd cluster: a connection per member, calls go to one of them, and to the next one when it
// does not answer. Nothing is retried here: the caller knows what may be asked twice.

import {
  type ChannelCredentials,
  Client,
  type ClientDuplexStream,
  type ClientOptions,
  connectivityState,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';

import type { Clock } from '../../../shared/process/time/clock.ts';
import { awake } from '../../../shared/process/async/awake.ts';
import { type EtcdCall, watchPath } from './messages.ts';
import { parseServerAddress } from './server-address.ts';

export interface EtcdTls {
  /** PEM of the authorities of the members. Default: those of this host. */
  readonly ca?: string;
  /** PEM of the certificate that this client shows, and its key. */
  readonly client?: { readonly certificate: string; readonly privateKey: string };
}

export interface EtcdConnectionOptions {
  /** `http://host:port` or `https://host:port` of the members; tried in this order. */
  readonly servers: readonly string[];
  readonly tls?: EtcdTls;
  readonly clock: Clock;
}

/** A call that failed. */
export class EtcdCallError extends Error {
  override readonly name = 'EtcdCallError';
  /** The gRPC code. */
  readonly code: number;
  /** False: no member was reachable and the call was not sent. */
  readonly sent: boolean;
  constructor(message: string, options: { readonly code: number; readonly sent: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.code = options.code;
    this.sent = options.sent;
  }
}

export type WatchStream = ClientDuplexStream<Buffer, Buffer>;

interface Member {
  readonly server: string;
  readonly client: Client;
}

/** Milliseconds for one member to accept a connection before the next one is tried. */
const memberPatience = 1000;
/** Milliseconds before all of them are tried again. */
const roundPause = 50;
/** Milliseconds for any member to accept a connection before a call is refused. */
const patience = 5000;
/** Milliseconds for an answer; etcd itself gives up after seven seconds. */
const callPatience = 10_000;

const channelOptions: ClientOptions = {
  // Answers are as large as etcd makes them; what is sent is limited by etcd, with an error of its own.
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  'grpc.max_reconnect_backoff_ms': 1000,
  // Detects a member that disappeared without closing the connection; etcd allows a ping every five seconds.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.enable_retries': 0,
  'grpc.enable_http_proxy': 0,
  'grpc.service_config_disable_resolution': 1,
};

/** Codes of a member that is unreachable, or without a leader. */
const notServing: ReadonlySet<number> = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED]);

const asIs = (message: Buffer): Buffer => message;

export class EtcdConnection {
  readonly #members: readonly Member[];
  readonly #clock: Clock;
  #current = 0;
  #connecting: Promise<Member> | undefined;
  #closed = false;

  /** Connects with the first call. Throws TypeError for servers that are no addresses. */
  constructor({ servers, tls, clock }: EtcdConnectionOptions) {
    if (servers.length === 0) throw new TypeError('no etcd server is named');
    this.#clock = clock;
    this.#members = servers.map((server) => {
      const { host, secure } = parseServerAddress(server);
      if (tls !== undefined && !secure)
        throw new TypeError(`${server} is no https address, but certificates are given`);
      return {
        server,
        client: new Client(host, secure ? credentialsOf(tls) : credentials.createInsecure(), channelOptions),
      };
    });
  }

  /** Resolves with the decoded answer. Rejects with EtcdCallError, and WireError for an answer that is none. */
  async call<Q, A>({ path, request, response }: EtcdCall<Q, A>, value: Partial<Q>): Promise<A> {
    const bytes = request.encode(value);
    const member = this.#ready() ?? (await this.#connect());
    return response.decode(await this.#send(member, path, bytes));
  }

  /** A watch stream to a member that has a leader; the member ends it when it loses the leader. Rejects with EtcdCallError. */
  async openWatch(): Promise<WatchStream> {
    const member = this.#ready() ?? (await this.#connect());
    const metadata = new Metadata();
    metadata.set('hasleader', 'true');
    const stream = member.client.makeBidiStreamRequest(watchPath, asIs, asIs, metadata);
    stream.on('error', (error: ServiceError) => this.#leave(member, error.code));
    return stream;
  }

  /** Calls under way fail. Repeatable. */
  close(): void {
    this.#closed = true;
    for (const { client } of this.#members) client.close();
  }

  #send(member: Member, path: string, bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const deadline = Date.now() + callPatience;
      member.client.makeUnaryRequest(path, asIs, asIs, bytes, new Metadata(), { deadline }, (error, answer) => {
        if (error === null) {
          resolve(answer ?? Buffer.alloc(0));
          return;
        }
        this.#leave(member, error.code);
        const { code, details } = error;
        reject(new EtcdCallError(`etcd at ${member.server}: ${details}`, { code, sent: true, cause: error }));
      });
    });
  }

  /** The member that calls go to, when it is connected. */
  #ready(): Member | undefined {
    const member = this.#members[this.#current];
    if (this.#closed || member === undefined) return undefined;
    return member.client.getChannel().getConnectivityState(true) === connectivityState.READY ? member : undefined;
  }

  /** The next calls go elsewhere when a member does not serve. */
  #leave(member: Member, code: number): void {
    if (notServing.has(code) && this.#members[this.#current] === member)
      this.#current = (this.#current + 1) % this.#members.length;
  }

  /** One search for all who wait. */
  #connect(): Promise<Member> {
    this.#connecting ??= awake(this.#search()).finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #search(): Promise<Member> {
    const end = this.#clock.monotonic() + patience;
    for (let tried = 1; !this.#closed; tried++) {
      const member = this.#members[this.#current] as Member;
      if (await connected(member.client, memberPatience)) return member;
      if (this.#closed || this.#clock.monotonic() >= end) break;
      this.#current = (this.#current + 1) % this.#members.length;
      if (tried % this.#members.length === 0) await this.#clock.sleep(roundPause);
    }
    const servers = this.#members.map((member) => member.server).join(', ');
    const text = this.#closed ? 'the connection to etcd is closed' : `no etcd server can be reached at ${servers}`;
    throw new EtcdCallError(text, { code: status.UNAVAILABLE, sent: false });
  }
}

/** Whether the connection stands within so many milliseconds; false as soon as an attempt has failed. */
function connected(client: Client, milliseconds: number): Promise<boolean> {
  const channel = client.getChannel();
  const end = Date.now() + milliseconds;
  return new Promise((resolve) => {
    const look = (late?: Error): void => {
      const state = channel.getConnectivityState(true);
      if (state === connectivityState.READY) resolve(true);
      else if (late !== undefined || failedStates.has(state)) resolve(false);
      else channel.watchConnectivityState(state, end, look);
    };
    look();
  });
}

const failedStates: ReadonlySet<connectivityState> = new Set([
  connectivityState.TRANSIENT_FAILURE,
  connectivityState.SHUTDOWN,
]);

function credentialsOf({ ca, client }: EtcdTls = {}): ChannelCredentials {
  const pem = (text: string | undefined): Buffer | null => (text === undefined ? null : Buffer.from(text));
  return credentials.createSsl(pem(ca), pem(client?.privateKey), pem(client?.certificate));
}
