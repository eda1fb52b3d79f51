// The connections of one client, in agents of undici, directly or through a proxy. Each agent belongs to one set of
// credentials: when they change, the next request opens new connections (EXEC-029).

import type { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';

import type { Clock } from '../../process/time/clock.ts';
import type { ConnectionConfig } from './connection-config.ts';
import type { ClientCertificate } from './credential-source.ts';
import type * as Network from './network-library.ts';

export interface AgentOptions {
  readonly clock: Clock;
  /** Milliseconds for TCP and TLS together. */
  readonly connectTimeout: number;
  /** Most connections at once; undefined: no limit. */
  readonly connections: number | undefined;
  /** Whether connections do not keep the process alive. */
  readonly unref: boolean;
}

/** The options of an agent. When they change, a new agent is created. */
export interface TlsMaterial {
  readonly authority: string | undefined;
  readonly certificate: ClientCertificate | undefined;
}

/** An agent with its pools. undici's agent forgets pools while they close, so it could not destroy them. */
interface OpenAgent {
  readonly agent: Agent | ProxyAgent;
  readonly pools: Set<Pool>;
}

/** Milliseconds that requests have to end after the identity of their connection was replaced; watches resume on a new one. */
const retirement = 30_000;

/** The current agent, and those that it replaced. */
export class AgentHolder {
  readonly #config: ConnectionConfig;
  readonly #options: AgentOptions;
  #made: (OpenAgent & { readonly material: TlsMaterial }) | undefined;
  /** Replaced agents with requests in flight. */
  readonly #leaving = new Set<OpenAgent>();
  readonly #ended = new AbortController();

  constructor(config: ConnectionConfig, options: AgentOptions) {
    this.#config = config;
    this.#options = options;
  }

  /** The agent for these credentials. Use it in the same turn of the event loop: the next call may replace it. */
  current(library: typeof Network, material: TlsMaterial): Dispatcher {
    if (this.#ended.signal.aborted) throw new Error('the connection is closed');
    const made = this.#made;
    if (
      made !== undefined &&
      made.material.authority === material.authority &&
      made.material.certificate === material.certificate
    ) {
      return made.agent;
    }
    const opened = this.#make(library, material);
    this.#made = { ...opened, material };
    if (made !== undefined) this.#retire(made);
    return opened.agent;
  }

  #make(library: typeof Network, { authority, certificate }: TlsMaterial): OpenAgent {
    const { connectTimeout: timeout, connections, unref } = this.#options;
    const { insecure, tlsServerName, proxy } = this.#config;
    const trust = {
      timeout,
      rejectUnauthorized: insecure !== true,
      ...(authority === undefined ? {} : { ca: authority }),
    };
    const reach = {
      ...trust,
      ...(certificate === undefined ? {} : { cert: certificate.certificatePem, key: certificate.keyPem }),
      ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    };
    const pools = new Set<Pool>();
    const settings = {
      pipelining: 1,
      ...(connections === undefined ? {} : { connections }),
      keepAliveTimeout: 30_000,
      factory: (origin: string | URL, options: object): Pool => {
        const { connect } = options as { readonly connect: buildConnector.connector };
        const pool = new library.Pool(origin, { ...options, connect: adapted(connect, unref) });
        pools.add(pool);
        return pool;
      },
    };
    // As in other clients, the proxy is verified like the server, but gets no client certificate.
    const agent =
      proxy === undefined
        ? new library.Agent({ ...settings, connect: library.buildConnector(reach) })
        : new library.ProxyAgent({ ...settings, uri: proxy, proxyTls: trust, requestTls: reach });
    return { agent, pools };
  }

  /** Lets requests in flight finish, but only for a limited time: their credentials may be revoked. */
  #retire(opened: OpenAgent): void {
    this.#leaving.add(opened);
    const over = new AbortController();
    this.#options.clock
      .sleep(retirement, AbortSignal.any([over.signal, this.#ended.signal]))
      .then(() => broken(opened))
      .catch(() => {});
    opened.agent
      .close()
      .finally(() => {
        this.#leaving.delete(opened);
        over.abort();
      })
      .catch(() => {});
  }

  /** Breaks all connections; later requests open new ones. */
  async drop(): Promise<void> {
    const all = [...this.#leaving, ...(this.#made === undefined ? [] : [this.#made])];
    this.#made = undefined;
    this.#leaving.clear();
    await Promise.all(all.map((opened) => broken(opened)));
  }

  /** Breaks all connections; later requests reject. */
  async close(): Promise<void> {
    this.#ended.abort();
    await this.drop();
  }
}

async function broken({ agent, pools }: OpenAgent): Promise<void> {
  await Promise.all([agent.destroy(), ...[...pools].map((pool) => pool.destroy())]);
}

/**
 * `unref`: connections never keep the process alive; the library would let them as long as a request is under way. A certificate
 * of another name is a failure like others: the library would dial a proxy again and again for it.
 */
function adapted(connector: buildConnector.connector, unref: boolean): buildConnector.connector {
  return (options, callback) =>
    connector(options, (...outcome: Parameters<typeof callback>) => {
      // After an error there is no socket, whatever the library's types say of its absence.
      const [error, socket] = outcome;
      if (error !== null) return callback(misnamed(error) ?? error, null);
      if (unref) {
        socket.unref();
        socket.ref = () => socket;
      }
      callback(null, socket);
    });
}

function misnamed(error: Error): Error | undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return undefined;
  return new Error(error.message, { cause: error });
}
