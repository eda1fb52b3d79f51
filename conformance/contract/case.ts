// The contract of a case: one documented behaviour, as data and one function. The id is the file name, the title a
// sentence with MUST or SHOULD. The requirements are the catalogue entries for which the case is evidence.

import type { Clock } from '../wire/time/clock.ts';
import type { HttpVersion, TlsIdentity } from '../wire/exchange/connection.ts';
import type { CallEnd } from '../wire/exchange/grpc.ts';
import type { AgreedTls, OfferedTls } from '../wire/exchange/handshake.ts';
import type { RawSocket } from '../wire/exchange/raw-socket.ts';
import type { ResourcePaths } from '../wire/format/paths.ts';
import type { Wire } from '../wire/exchange/wire.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';

/**
 * What a case needs of the target. A case whose need is not met is skipped with the reason, never passed:
 * `namespace` one of its own; `impersonation` the caller may act as others; `anonymous` requests without credentials are
 * let in; `http2` the target speaks HTTP/2; `rbac` role-based rules decide; `node-authorizer` node identities are
 * authorized by their pods; `agent` the address of a node agent was given; `agent-credentials` with credentials that it
 * accepts; `launch-server` the suite was told how to start a server; `launch-agent` how to start an agent;
 * `agent-container` which container the runtime of these agents runs; `pod-image` which image the nodes of the target can run;
 * `seccomp-folder` where these nodes have their seccomp profiles, into which pods of the suite may write.
 */
export type Need =
  | 'namespace'
  | 'impersonation'
  | 'anonymous'
  | 'http2'
  | 'rbac'
  | 'node-authorizer'
  | 'agent'
  | 'agent-credentials'
  | 'launch-server'
  | 'launch-agent'
  | 'agent-container'
  | 'pod-image'
  | 'seccomp-folder';

/**
 * A server that the suite starts. In flags and file contents `{folder}` is the server's temporary folder, and vendor
 * placeholders are filled in.
 */
export interface Launch {
  /** Flags in addition to those of every launched server. A flag and its value are one word, `--name=value`, or two. */
  readonly server: readonly string[];
  /** Files to write into the folder before the start, content by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * An agent that the suite starts. In flags `{folder}` is its temporary folder, and vendor placeholders are filled in.
 */
export interface AgentLaunch {
  /** Flags in addition to those of every launched agent. */
  readonly flags: readonly string[];
  /** Variables that override the environment of the suite. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Address of the API service that the agent joins, on plain HTTP. The agent then uses the name of its host unless the
   * flags set another. Absent: it runs standalone.
   */
  readonly joins?: string;
  /** Words in front of the agent's command, of a program that executes the agent, such as `env`. */
  readonly prefix?: readonly string[];
}

/** A running container. */
export interface RunningContainer {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** A case. Stateless: `run` may be called any number of times, also concurrently. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Ids in the catalogue, at least one. */
  readonly requirements: readonly string[];
  readonly needs?: readonly Need[];
  /**
   * Run this case on a server with these flags instead of the target: all callers of the context use it, and the needs
   * are checked on it. Cases with equal flags share one server. Without a launch command the case is skipped.
   */
  readonly launch?: Launch;
  /** The case must run alone because it depends on state of the whole target. */
  readonly alone?: boolean;
  /**
   * Resolves when the behaviour holds, throws ExpectationFailed when it does not, and any other error when it cannot
   * decide.
   */
  run(context: CaseContext): Promise<void>;
}

/**
 * The context of a case. Everything that it creates in its namespaces or registers is deleted afterwards, also after a
 * failure.
 */
export interface CaseContext {
  readonly vendor: Vendor;
  readonly clock: Clock;
  /** The seed of random choices. A finding prints it, and a run can be given it. */
  readonly seed: number;
  /** Aborts at the time limit of the case; all requests of the case use it. */
  readonly signal: AbortSignal;
  /** The namespace of this case. Throws TypeError if the case does not need one. */
  readonly namespace: string;
  /** The user of the configuration, who may do everything. */
  readonly wire: Wire;
  /** The same user on other connections, over HTTP/2 if the target supports it; cases about HTTP/2 need `http2`. */
  readonly wire2: Wire;
  /**
   * Sends a GET of the same user over HTTP/2 with header fields that no library would send. Returns the body, or
   * undefined if the request ended without a response. Needs `http2`.
   */
  rawGet(path: string, fields: readonly (readonly [name: string, value: string])[]): Promise<string | undefined>;
  /**
   * Opens a connection for arbitrary bytes, with the user's credentials or without. It is closed at the end of the case
   * at the latest. `h2` needs `http2`.
   */
  rawSocket(version: HttpVersion, credentials?: 'own' | 'none'): Promise<RawSocket>;
  /** A caller without credentials. */
  readonly anonymous: Wire;
  /** The address of the node agent, with the agent credentials and without any. */
  readonly agent: Wire;
  readonly agentAnonymous: Wire;
  /** A caller with only this client certificate. */
  withCertificate(identity: TlsIdentity): Wire;
  /** A caller with only this bearer token. */
  withToken(token: string): Wire;
  /** The administrator impersonating a user with groups. */
  as(user: string, ...groups: readonly string[]): Wire;
  /** Paths of a namespaced resource in the namespace of the case; the group may contain placeholders. */
  resource(groupVersion: string, resource: string, namespace?: string): ResourcePaths;
  /** Paths of a cluster-scoped resource. */
  clusterResource(groupVersion: string, resource: string): ResourcePaths;
  /** Returns a unique name, valid for every kind. */
  unique(prefix: string): string;
  /** Creates another namespace, deleted after the case. */
  otherNamespace(): Promise<string>;
  /** Registers a path to delete after the case. */
  removeLater(path: string): void;
  /** Grants rules to a user in the namespace of the case, by a Role and a RoleBinding. */
  grant(user: string, ...rules: readonly PolicyRule[]): Promise<void>;
  /** Starts a server for this case, stopped at its end at the latest. Needs `launch-server`. */
  launchServer(launch: Launch, until?: 'ready' | 'listening'): Promise<OwnServer>;
  /**
   * Starts a server that may refuse what it is given. Resolves with its end when it ended before it was ready, with undefined as soon
   * as it is, and ends it then. Needs `launch-server`.
   */
  attemptServer(launch: Launch): Promise<{ readonly code: number | null; readonly output: string } | undefined>;
  /** Runs the server program to its end, for flags it refuses or only prints for. Needs `launch-server`. */
  runServer(...flags: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Starts an agent for this case, stopped at its end at the latest. Needs `launch-agent`. */
  launchAgent(launch: AgentLaunch): Promise<OwnAgent>;
  /** Returns the exit code of an agent that exits by itself; undefined: it kept running. Needs `launch-agent`. */
  watchAgent(launch: AgentLaunch, within: number): Promise<number | null | undefined>;
  /** Runs the agent program until it exits, for commands among its flags. Needs `launch-agent`. */
  runAgent(launch: AgentLaunch): Promise<{ readonly code: number | null; readonly output: string }>;
  /** A container that the runtime of launched agents runs. Needs `agent-container`. */
  readonly agentContainer: RunningContainer;
  /** An image with `sh`, `grep` and `sleep` that a node of the target can run. Needs `pod-image`. */
  readonly podImage: string;
  /** The folder of seccomp profiles on the nodes of the target. Needs `seccomp-folder`. */
  readonly seccompFolder: string;
  /** A socket on which agents tell an init system about themselves. Throws NotObservable when nothing can listen. */
  notifySocket(): Promise<NotifySocket>;
  /**
   * Checks some requirements of the case separately: a failed expectation in `look` fails only these, and the case goes
   * on. NotObservable leaves them undecided. Resolves with whether they hold. Other requirements get the verdict of the
   * whole case, which fails with any of its checks. The ids must be literals.
   */
  holds(requirements: string | readonly string[], look: () => Promise<void>): Promise<boolean>;
  /** Repeats `look` until it succeeds; see `eventually`. */
  eventually<T>(look: () => Promise<T>, within?: number): Promise<T>;
}

/** A server that one case started for itself. */
export interface OwnServer {
  /** The administrator of this server. */
  readonly wire: Wire;
  /** A caller without credentials. */
  readonly anonymous: Wire;
  /** A caller with only this client certificate. */
  withCertificate(identity: TlsIdentity): Wire;
  /** Its standard output and standard error so far. */
  output(): string;
  /** Sends SIGTERM and does not wait. */
  terminate(): void;
  /** Sends SIGKILL to its process group, as a host failure would end it, and does not wait. */
  kill(): void;
  /** Resolves with its exit code when it has exited. */
  readonly ended: Promise<number | null>;
}

/** An agent that one case started, which allows every caller. */
export interface OwnAgent {
  /** A caller without credentials, who may do everything. */
  readonly wire: Wire;
  /** A caller with only this client certificate. */
  withCertificate(identity: TlsIdentity): Wire;
  /** Opens a TLS connection and closes it. Undefined: the agent refused it, or what it offers is not accepted here. */
  handshake(offered?: OfferedTls): Promise<AgreedTls | undefined>;
  /** Its root folder on this host. */
  readonly rootFolder: string;
  /** Opens a connection for arbitrary bytes, without credentials. It is closed at the end of the case at the latest. */
  rawSocket(version: HttpVersion): Promise<RawSocket>;
  /** Sends a gRPC call with one message to a socket in its folder. Rejects if the call does not end. */
  call(socket: string, path: string, message: Uint8Array): Promise<CallEnd>;
  /** Its standard output and standard error so far. */
  output(): string;
}

/** The notify socket of an init system. */
export interface NotifySocket {
  readonly environment: Readonly<Record<string, string>>;
  /** All messages so far. */
  heard(): string;
  /** Resolves when every message sent before has been received: only then absence of a message proves anything. */
  caughtUp(): Promise<void>;
}

/** A rule of a role. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Thrown by a case whose subject this target does not show at the moment, for example because nothing has expired yet.
 * Counts as skipped.
 */
export class NotObservable extends Error {}
