// The connections of one client, in agents of the network library: directly or through a proxy. An agent belongs to what the client
// proves itself with; when that changes, the next request opens new connections (EXEC-029).

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

/** What an agent was made with; another one is made when it differs. */
export interface TlsMaterial {
  readonly authority: string | undefined;
  readonly certificate: ClientCertificate | undefined;
}

/** An agent with its pools: the library's forgets those that it is closing, so it cannot break them. */
interface OpenAgent {
  readonly agent: Agent | ProxyAgent;
  readonly pools: Set<Pool>;
}

/** Milliseconds that requests have to end after the identity of their connection was replaced; watches resume on a new one. */
const retirement = 30_000;

/** The one agent in use, and those that it replaced. */
export class AgentHolder {
  readonly #config: ConnectionConfig;
  readonly #options: AgentOptions;
  #made: (OpenAgent & { readonly material: TlsMaterial }) | undefined;
  /** Replaced agents with requests under way. */
  readonly #leaving = new Set<OpenAgent>();
  readonly #ended = new AbortController();

  constructor(config: ConnectionConfig, options: AgentOptions) {
    this.#config = config;
    this.#options = options;
  }

  /** The agent for what is to be proved, to be used before anything else runs: it may be replaced by the next call. */
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
    // A proxy is trusted as the server is, as other clients of such files do it, but gets no certificate.
    const agent =
      proxy === undefined
        ? new library.Agent({ ...settings, connect: library.buildConnector(reach) })
        : new library.ProxyAgent({ ...settings, uri: proxy, proxyTls: trust, requestTls: reach });
    return { agent, pools };
  }

  /** What is under way ends in peace, but not for ever: the identity it was begun with may be worth nothing by now. */
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

  /** The same for good. */
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
